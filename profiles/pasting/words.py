"""What the words of a CV say: degrees, organisations, roles, prizes, funders, in eight languages.

English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese; parts of words, as they
begin, without regard to capitals.
"""

import re


def _words(latin: str, signs: str = "", *, ends: bool = False) -> re.Pattern:
    """Words as they begin, whole ones with `ends`; and Chinese and Japanese signs anywhere."""
    start, stop = r"(?<![^\W_])", r"(?![^\W_])" if ends else ""
    latin = "|".join(part.replace("~", r"\.?\s?") for part in latin.split())
    return re.compile(rf"{start}(?:{latin}){stop}" + (f"|{signs}" if signs else ""), re.I)


DEGREE = re.compile(
    _words(
        r"""
    Ph~D D~Phil D~Sc M~Phil M~B~A H~B~Sc B~A M~A [BM]~Sc [BM]~S [BM]~E [BM]~Eng [BM]~Tech [BM]~Ed
    [BM]~Math [BM]~Arch [BM]~Com [BM]~CS M~D LL~[BM] J~D Ed~D Sc~D MSci MEng BEng M~Res [BM]~M DU
    DEUG S~[BM] A~[BM] HDR DEA DESS DUT Dr~ Diplom Diplôme M[12]""",
        ends=True,
    ).pattern
    + "|"
    + _words(
        r"""
    Doctor Master'?s? Bachelor Diplom[-a-zé]* Magister Promotion Habilitation Staatsexamen Doktor
    Abitur Licen[cz] Licentiate? Baccalaur Maîtrise Maitrise Mastère Agrégation Ingénieur Thèse Doutor
    Mestr[ae] Bachar Gradua[çc] Graduad Especiali[sz] Maestr[íi]a M[áa]ster Grado\b Ingenier
    Dottor Laurea Undergraduate Postgraduate Exchange \w*[ÉEée]change Austausch\w* Intercambio Intercâmbio Scambio Bachelier Bootcamp Degree Studium Studies Postdoc
    Visiting\s(?:Ph|Stud) Engineer\b Minor\b Certificat Secondary Education Erasmus Fellowship
    Coursework P[óo]s-?gradua High\sschool CPGE Cycle\b Bachill\w* \w*matur[aàé]\w*
    Professional\sMaturity DIPES Research\sStay Estancia Séjour Aufenthalt Classe Préparation
    Prépa Stage\b Summer\sSchool Vordiplom Lizentiat \w*Hochschulreife Fachabitur Matura\b Lehramt Ausbildung Referendariat Docteure? Bac\b BTS\b BUT\b MPSI\b PCSI\b Brevet Técnic Tecn[óo]log Perit[oa]\b P[oó]s[gt]\w*grado Diplomad Diplomatura Perfezionamento Specializza Abilitazione Ensino\sMédio cand\.\s?\w+ Nanodegree A-?Levels?\b GCSE Vocational Minor\b Semestre\s Auslandssemester Zertifikat Licence\b Ph\.?\s?D Joint\sPh Advanced\sStudies\sin Docent\b Egresad Predoctoral Post-?graduate M[áa]gister""",
        r"博士(?!后|後(?!期)|研究员)|硕士|碩士|学士|學士|修士|本科|连读|硕博|研究生(?!院)|交换|交換|留学|卒業|修了|入学|毕业|博士课程|課程|学位|专科|高中|访学|访问学|卒|在学|在籍|満期退学|取得",
    ).pattern,
    re.I,
)
# What one studies.
SUBJECT = re.compile(
    r"^(?:Ingenier|Engenh|Elektro|Maschinen|Wirtschaft|Germanist|Archi|Geo[gl]|Lettres|Letras|Lettere|Filosof|Philos|Sozio|Sociolog|Polit|Econ|Scienze|Ciencias?|Ciências?|Sciences?|Ingegn|Informati|Comput|Physi|F[ií]sic|Math|Matem|Chimi|Qu[ií]mi|Biolog|Econom"
    r"|Gerenc|Gest|Droit|Derecho|Direito|Histoire|Filo|Psi?ych|Psicolog|Medi[czk])"
    r"|(?:ics|ogy|graphy|istry|Sciences?|Engineering|Studies|[a-z]engineering|History|Law|Arts|Medicine|Economy"
    r"|Education|Literature|Philosophy|Informatik|Physik|Mathematik|wissenschaft(?:en)?|technik|istik|kunde|bau|iques?|iche|tica|tiche|ticas?|ogía|nomía|ogia|nomia|ie|Recht|Jura|Droit|Derecho|Business|Finance|Linguistics?|Musik|Music|Theology|Nursing|Geschichte|Histoire|Historia|Storia|Systems|Security|Learning|Design|Management|Administration|专业|方向|工程|技术|管理|设计|经济|金融|数学|物理|(?<!大)(?<!中)学|科学|法律)$"
)
# What an organisation of science is called, and a firm.
SCHOOL = _words(
    r"""
    Universi[a-zäéà]* (?-i:U[A-Z][a-zà-ÿ]{3,}\w*) Univ?\b U\b\.?\s?of U\.\s(?=[A-Z]) Institut[a-z]* Istitut[a-z]* College
    Academ(?:y|ia) Akademie Accademia Académie Polyt[eé]chni[a-z]* Polit[eé][a-z]* ETH\b EPFL\b
    EPF\b MIT\b [-\w]+schule [-\w]*gymnasium Caltech Normale Scuola\sNormale Lycée Gymnasium Liceo
    Conservator[a-z]+ Hochschule Fachhochschule (?:TU|TH|FH|HU|FU|LMU|RWTH|KIT|KU)\b
    École\s(?!de\sconf) Ecole\s Escuela\s Escola\s Faculdade\b Grad(?:uate)?\sCent[a-z]+ Sorbonne
    Coll[eè]ge Max-Planck[-\w]* IIT\b IISc\b UCLA\b UCL\b LSE\b NYU\b CUNY\b IN[RS]IA\b CNRS\b
    INRAE\b INSERM\b CEA\b CSIC\b CNR\b INFN\b INAF\b CERN\b USP\b UFRJ\b UFMG\b UNAM\b CONICET\b
    Unicamp\b Fraunhofer[-\w]* Helmholtz[-\w]* Leibniz-[-\w]* Forschungszentrum Observatoire
    Observatory Osservatorio Uni\b Universit[äa]tsklin[a-z]* Polytech[a-z]* IUT\b INSA\b EHESS\b ENSAE\b ESPCI\b HEC\b ESSEC\b Sciences\sPo Télécom\s Mines\s CentraleSup[a-z]* IIIT\b NIT\b BITS\b KAIST\b ENS\b NTNU\b KTH\b TUM\b UNAM\b UBA\b UAM\b UCM\b Scuola\b Istituto\b Seminar[yi]\b Volkshochschule Berufsschule Oberschule Realschule \w*[Uu]niversit\w* Kolleg\b Berufsakademie Senior\sHigh High\sSchool Colegio\b Col[ée]gio\b Instituto\b Tecnol[óo]gico\sde PUC\b UFRN\b UERJ\b UnB\b UFC\b UFBA\b SISSA\b ICTP\b IISER\b JNU\b NUS\b NTU\b HKUST\b Virginia\sTech Georgia\sTech Texas\sA&M Penn\sState UC\s(?=[A-Z]) Yale\b Harvard\b Cornell\b""",
    r"大学(?!院?生)|学院|學院|研究所|研究院|科学院|大學|高専|学校|高校|中学|研究機構|理研|学校法人|高等専門|师范|工大|北大|清华|理工$|高校$|学園|大学院大",
)
FIRM = _words(
    r"""
    GmbH AG Inc Ltd LLC Corp(?:oration)? Company Co\. S\.?A\.? S\.?p\.?A S\.?r\.?l Bank Group
    Hospital Hôpital Klinik Klinikum Clinic Ospedale Museum Musée Museo Ministry Minist[a-z]+
    Agenc[a-z]+ Agentur Commission Society Soci[eé]t[a-zà] Gesellschaft Gemeinschaft Association
    Verein Verband Associa(?:tions?|zione|ção|tie) Asociaci[oó]n Associació Foundation Stiftung Fondation Fundaci[oó]n
    Funda[cç][aã]o Fondazione Council Consejo Conselho Consiglio Consortium Cent(?:er|re|rum)
    Centro Gobierno Government Governo Xunta Zentrum Studio Laborator[a-z]+ Consulting
    Technologies Survey Institution Chamber Authority Service Trust Network Alliance Partners
    Solutions Analytics Airlines Library
    Research(?!\s(?:Fellow|Assist|Scien|Assoc|Eng|Intern|Train|Analy|Direct|Manag|Offic|Coord|Lead|Group\s|Spec|Prof|Award|Grant|Prize|Scholar|Stud|in\b|on\b|and\b|Excel))
    Systems Software Labs Google Microsoft Amazon IBM Meta Apple NVIDIA Intel DeepMind Facebook
    Alibaba Tencent Huawei Bosch Siemens OpenAI Adobe Samsung Nokia Airbus SAP Sony NTT KG e\.\s?V\.? B\.?V\.? N\.V\.? Pty PLC SARL SAS S\.L\.?U? Oy A/S AB Ltda S/A Co\.,?\sLtd Studios Ventures Capital Media Verlag Werke \w*amt \w*ministerium Krankenhaus Spital CHU CHRU Mairie Rectorat Ayuntamiento Junta Generalitat Diputación Comune\sdi Regione Prefeitura Secretar[ií]a Tribunal Câmara Senado Parliament Court Nations World\sBank UNESCO WHO UNICEF OECD Dropbox Uber Airbnb Twitter Netflix Oracle Cisco Qualcomm AMD ARM Ericsson Philips Volkswagen BMW Daimler Mercedes(?:-Benz)? Porsche Audi Continental Infineon Bayer BASF Roche Novartis Pfizer Merck Accenture Deloitte KPMG PwC McKinsey Capgemini Infosys Wipro TCS Thales Orange EDF Renault Peugeot Dassault Safran Telef[óo]nica Indra BBVA Repsol Petrobras Embraer Ita[úu] Eni Enel Fiat Ferrari Leonardo ByteDance Baidu Xiaomi SenseTime Megvii Toyota Honda Nissan Hitachi Fujitsu NEC Panasonic Canon Rakuten Mercari CyberAgent Spotify Zalando SoundCloud Mozilla GitHub LinkedIn Salesforce VMware Yahoo eBay PayPal Tesla SpaceX Boeing Lockheed\sMartin Raytheon Goldman\sSachs J\.?P\.?\s?Morgan Morgan\sStanley Credit\sSuisse UBS Novo\sNordisk Academia\sSinica DLR ESA NASA NIST NREL NOAA NIH CDC USGS ESO ESRF EMBL DESY GSI KTH TUM EHESS ENS INRA IFREMER IRD CIRAD ONERA RIKEN JAXA AIST KAIST Postech ICREA ICTP SISSA ENEA INGV ISTAT Fiocruz Embrapa INPE IMPA PUC(?:-\w+)? UFSC UFPE UNESP UFRGS UBA UNLP UAB UPC UPF UPV UPM UC3M UNED CIEMAT CIMAT Cinvestav ITESM IPN Labor Lab Team\b Community Club Festival Orchestra Theat(?:er|re) Gallery Archive Archiv Biblioth[eè](?:que|k) Biblioteca Academy""",
    r"公司|集团|中心|银行|医院|病院|株式会社|協会|学会|教育部|财政部|実験室|实验室|委员会|機構|字节跳动|百度|阿里|腾讯|美团|京东|华为|滴滴|网易|快手|小米|商汤|旷视|微软|谷歌|有限|研究中心|科技$|总局|研究室|有限会社|合同会社|財団|センター|総研|省$|庁$|市役所|出版社|大使馆|部队|学术振興会|振興会|科協|科协|団体",
    ends=True,
)
UNIT = _words(
    r"""
    Department Dept School Faculty Division Group Team Lab\b Laboratory Section Chair\sof
    Program(?:me)?\b Fakultät Fachbereich Fachgebiet Abteilung Lehrstuhl Professur Arbeitsgruppe
    Dipartimento Département Departamento Facult[éa] Facultad Faculdade Facoltà Laboratoire
    Laboratorio Unité Equipe UFR UMR Facility [-\w]*zentrum Unidad Unidade Équipe Graduate\sSchool
    Cátedra Institut[eo]?\s(?=für|de|of|di) Zentrum Referat\b Sonderforschungsbereich SFB\b Graduiertenkolleg Exzellenzcluster Cluster\b Escuela\sde Escola\sde Área\sde Grupo\sde Gruppo\sdi Núcleo Laborat[óo]rio Servicio Servizio Service\sd Pôle CRI\b Office\b Unit\b Bureau Branch\b Research\sGroup Doctoral\sSchool École\sdoctorale""",
    r"(?<!大)(?<!研)学院|学部|系(?![列统統])|研究科|専攻|研究室|实验室|実験室|学科(?!竞)|课题组|[^\W\d]组$|课题|教研室|事业部|分院|小组|講座|学域|学類|部門|コース$|学群",
)
ROLE = _words(
    r"""
    affiliated? alternate\b Sommerjob Ferienjob Nebenjob \w+tätigkeit Arbeit\b Aushilf coder codeur\b codeuse \w+(?:leiter|lehrer|entwickler|assistent|berater|forscher|ingenieur|wissenschaftler|führer|sprecher|hilfskraft|praktikant|trainer|betreuer|techniker|informatiker|kaufmann)(?:in)?\b     membro miembro mitglied membre candidate examiner interns? internship stage\b teaching\b
    executive engineer scientist assistant associate researcher research\sfellow fellow professor
    lecturer instructor teacher tutor (?:ph\.?d\s|graduate\s|doctoral\s|master'?s?\s)?student
    developer manager lead leader head\b director deputy dean provost president postdoc[a-z]*
    post-?doc[a-z-]* consultant analyst visit(?:ing|or) scholar member founder co-?founder
    chair(?!\sof) advis[eo]r architect trainee volunteer grader collaborator hydrologist physicist
    chemist biologist economist mathematician statistician programmer curator librarian technician
    reader\b normalien(?:ne)? apprentice academic(?!\s(?:year|visit)) support\b coordinator
    officer specialist chief CEO CTO CTO PI\b co-?PI\b principal\sinvestigator
    wissenschaftliche[rn]?\s(?:Mitarbeit|Assisten|Hilfs)[a-z]*(?:in)? Mitarbeiter(?:in)?
    Juniorprofess[a-z]+ Privatdozent(?:in)? Professor(?:in)? Dozent(?:in)? Doktorand(?:in)?
    Gruppenleit[a-z]+ Leiter(?:in)?\b Assistenz Referent(?:in)? Praktik[a-z]+ Werkstudent(?:in)?
    SHK\b WHK\b HiWi\b Hilfskraft Akademische[r]?\sRat Lehrbeauftragte[r]?
    Nachwuchsgruppenleit[a-z]+ Gastwissenschaft[a-z]+ Gastprofess[a-z]+ Habilitand(?:in)?
    Entwickler(?:in)? Geschäftsführer(?:in)? ma[iî]tre\sde\sconf[eé]rences professeure?
    charg[eé]e?\sde directeur directrice stagiaire post-?doctorante? doctorante? ATER\b
    enseignante? ing[eé]nieure?\s(?:de|d['’]) moniteur monitrice allocataire chercheure?
    chercheuse vacataire responsable attach[eé]e? profesora? catedr[aá]tic[oa] investigadora?
    becari[oa] ayudante docente secretari[oa] t[eé]cnic[oa] coordinadora? gestora? directora?
    doctorand[oa] ricerca(?:tore|trice) assegnista dottorand[oa] professore professoressa borsista
    docente collabora(?:tore|trice) tirocin[a-z]+ responsabile direttore direttrice engenheir[oa]
    analista consultora? desenvolvedora? ingenier[oa] desarrolladora? ingegnere consulente
    analyste d[ée]veloppeu[rs]e? ing[ée]nieure? chef\sde\sprojet ingenieur(?:in)? berater(?:in)?
    [a-z]+ologist [a-z]+ician fundadora? p[óo]s-?doutor[a-z]* professora? pesquisadora? bolsista
    doutorand[oa] mestrand[oa] estagi[aá]ri[oa] coordenadora? monitora? assistente owner contract administrator writer editor mentor coach translat journalist physician doctoral predoctoral resident\b nurse lawyer captain vice\b partner\b principal secretary treasurer delegate ambassador representative docent\b demonstrator marker\b proctor preceptor designer operator tester SDE\b SWE\b co-?op\b staff\b clerk employee employé graduate\sstudent undergraduate postgraduate habilitation civil\sservice military\sservice scientific\s advisory organi[sz]er facilitator inspector planner strategist scholar R&D\b member\b guest\s research\sfellow faculty\b adjunct senior\s junior\s Angestellte Projektleit Teamleit Abteilungsleit Auszubildende Zivildienst Bundesfreiwillig Lehrer Wissenschaftler Redakteur [oO]?ber?arzt Stipendiat Übungsleit Vertretungsprofess studentische[r]?\s Softwareentwickl Forscher Koordinator Beauftragte Vorstand Vorsitz Assistent Assistenzprofess Tutor Freiberufl Selbst[sä] Praktikum Volont Lektor Verwaltung\b Akademische technicien lecteur lectrice étudiante? alternan apprentie? animat(?:eur|rice) coordinat(?:eur|rice) présidente? secrétaire trésori interne\b médecin bénévole volontaire enseignante?-? chef(?:fe)?\b ma[iî]tre collaborat(?:eur|rice) r[ée]dact(?:eur|rice) titular contratad[oa] auxiliar jef[ea] pr[áa]cticas pasant asesora? estudiante programadora? gerente vocal voluntari[oa] monitora? encargad[oa] tesorer[oa] vicepresident presidenta? profa?\b assegno cultore stagista insegnante impiegat svilupp programmat presidente coordinatr?[oi][rc]e? medico tecnico ricercat funzionari contrattista referente titolare diretora? assessora? alun[oa] voluntári supervisora? chefe auxiliar bolsa\sde pós-?doc""",
    r"实习|分析师|设计师|架构师|负责人|研究员|研究員|工程师|工程師|エンジニア|助教(?!育)|教授|讲师|講師|研究助理|助理|博士后|博士後|特任|助手|准教授|研究生|院长|主任|経理|经理|インターン|ポスドク|客員|实习生|访问学者|院长|所长|会长|部长|班长|助研|助管|辅导员|产品经理|开发|顾问|总监|创始人|教师|老师|队长|志愿者|成员|兼职|学生|アルバイト|所長|部長|技術員|非常勤|研究者|開発者|アシスタント|主任|学振|教員|職員|専任|リーダー|社員",
)
AWARD = _words(
    r"""
    award prize fellowship scholarship medal honou?rs? grant bursary stipend distinction finalist
    winner of\sthe\syear runner-?up best outstanding laureate graduate excellen[a-z]+ mention
    scholar\b dean'?s list summa cum [-\w]*preis [-\w]*medaille stipendi[a-z]+ [-\w]*auszeichnung
    prix m[eé]daille bourse lauréate? premio pr[eê]mio beca ayuda mención medalla medalha bolsa
    borsa riconoscimento menção distinción recipient nominee nominated winner\b gold silver bronze [123](?:st|nd|rd)\s(?:place|prize) first\splace second\splace third\splace olympiad competition\b contest\b Förderpreis Preisträger Urkunde Deutschlandstipend Studienstiftung concours félicitations major\sde premio matr[íi]cula\sde concurso concorso vincit[a-z]+ menzione láurea olimp[íi]ada recognition commendation certificate\b travel\s(?:grant|award|support) fulbright marie\scurie humboldt ferdinand top\s\d Studienpreis Wettbewerb Anerkennung becari[oa] contrato\spre reconocimiento ganadora? bolsista prémio destaque premi\w* assegno lode\b""",
    r"奖|獎|賞|荣誉|優秀|优秀|三好|表彰|称号|等奖|名次|冠军|亚军|季军|金牌|银牌|铜牌|竞赛|大赛|奖学金|奨学|入賞|優勝|採択|毕业生",
)
FUNDER = _words(
    r"""
    foundation council NSF NIH DFG ERC ANR EPSRC BBSRC NERC ESRC STFC SNSF SNF FWF ARC NSERC CIHR
    SSHRC NWO JSPS JST NSFC DOE DARPA ONR AFOSR NASA ESA CNPq CAPES FAPESP FCT MIUR MUR PRIN BMBF
    DAAD H2020 Horizon\b Erasmus Wellcome Leverhulme Royal\sSociety Volkswagen[a-z]*
    [-\w]*stiftung [-\w]*gemeinschaft fonds? fund\b funda[cç][ia][oóãn]+ fondazione fondation
    ministry minist[eéè]r[a-z]+ agenc[a-z]+ commission agence european union trust institute
    academy research\scouncil""",
    r"基金|计划|专项|委员会|科技部|教育部|学術振興会|振興機構|科研費|文部科学省",
)
# Where one talks.
MEETING = re.compile(
    r"conference|workshop|s[ée]mina[ir]|coloquio|encontro|atelier|taller|giornat|simp[oó]si|seminar|symposium|meeting|colloqui|congress|summit|lecture|days?\b"
    r"|tagung|kolloquium|kongress|colloque|journées|congr[eè]s|jornadas|convegno"
    r"|学会|会议|研讨会|论坛|シンポジウム|研究会",
    re.I,
)
SERVED_AS = _words(
    r"""
    (?:journal\s|conference\s|external\s|ad\shoc\s|peer\s)*review(?:er|ing|s)? referee
    (?:associate\s|guest\s|managing\s)*editor(?:ial\sboard)?(?:\smember)?
    (?:(?:area|session|general|programme?|publicity|workshop|local|senior|track|co)[-\s]*)*chair
    (?:(?:senior|technical|program(?:me)?|organi[sz]ing|steering|scientific|ph\.?d\.?|admissions?|hiring)\s)*(?:committee|board)(?:\smember)?
    PC\smember (?:co-?)?organi[sz]er organi[sz]ation panelist member leader director expert
    representative (?:local\s)?coordinator (?:deputy\s|executive\s)*officer delegate ambassador
    supervisor judge moderator senator founder volunteer liaison convenor treasurer secretary
    president gutachter(?:in)? herausgeber(?:in)? mitglied organisator(?:in)? sprecher(?:in)?
    (?:rapporteur|rapporteure|relectrice|relecteur) [eé]valuat[a-z]+ membre organisat[a-z]+
    (?:co-?)?responsable revisora? miembro organizadora? evaluadora? editora? revisore membro
    organizzat[a-z]+ parecerista comit[eéê] commission[a-z]* jury juror referee\b curator mentor\b advisor adviser observer trustee auditor board\b panel\b co-?lead head\b Vorsitz\w* Sprecher Beauftragte[r]? Vertreter(?:in)? Jurymitglied présidente? secrétaire trésori\w+ jury vocal presidente? secretari[oa] evaluadora? vocale segretari[oa] referente presidenta? tesorer[oa] secretári[oa] avaliadora? coordenadora? pareceristas? revisor ad\shoc conselheir[oa] consejer[oa] consigliere steward webmaster local\s observer\b vice-?\s? reader\b contributor maintainer""",
    r"审稿人|評審|评审|编委|委员|委員|査読|主席|组织|理事|会员|审稿|副主席|秘书|干事|幹事|座長|実行委員|評議員|編集|委員長|会长|班长",
)
# What one serves without saying as what.
BODY = re.compile(
    r"conference|workshop|symposi|journal|letters|transactions|proceedings|societ|soci[eé]t|association"
    r"|verband|gesellschaft|committee|commission|council|board|学会|協会|委员会|委員会|期刊",
    re.I,
)
TAUGHT_AS = re.compile(
    r"(?:(?:head|graduate|undergraduate|lead|student|guest|co-?|main|course)\s*)*"
    r"(?:teaching assistant(?:ship)?|TA\b|teaching fellow|(?:lab|course)\s(?:assistant|instructor)"
    r"|section leader|co-?lecturer|guest lecture|lecturer|instructor|tutor|grader|coordinator"
    r"|Tutor(?:in)?|Dozent(?:in)?|chargée? de (?:TD|TP|cours)|profesora?|professora?|monitora?"
    r"|助教|助手|主讲|(?:非常勤|専任)?講師|ティーチング・?アシスタント|TA)",
    re.I,
)
# Words between what one is and where.
AT = re.compile(
    r"""\s+(?:presso\sl['’]
    |(?:at(?:\sthe)?|@|an\sder|am|bei(?:\sder)?|an\sdem|à\sla|au|aux|chez|por\sla|por\sel|pel[ao]
      |presso(?:\s(?:la|il|lo))?)\s+
    |à\s+(?=[A-ZÉÈ0-9])|à\sl['’]
    |(?:en|na|no|nell['’]|nella|all['’]|alla)\s?
      (?=Univ|Inst|Istit|Facul|Polit|Escol|Escuel|Scuola|[A-Z]{3})
    |(?:de\sl['’]|de\sla|dell['’]|della|da|der|des|du|de|del|of(?:\sthe)?|from|in|im|en)\s?
      (?=Universi|Institut[eo]\b)
    |der\s(?=(?:TU|TH|FH|RWTH|LMU|ETH|Hochschule|Charité)\b))""",
    re.X,
)
# Words of how two things hang together, which their boxes say.
GLUE = re.compile(
    r"\b(?:project|grant|award|no|number|(?:given|awarded|granted|offered) by)\b", re.I
)
# The same, where what follows is an organisation beyond doubt.
WITHIN = re.compile(r"\s+(?:in|im|en|em|na|no|with|bei|at|of\sthe)\s+(?:the\s|der\s|la\s)?")
# Where the name of a university or an office begins that follows with nothing between; in languages
# that put what it is first.
NAME_OF_SCHOOL = re.compile(
    r"(?<! la)(?<! el)(?<! de)(?<! du)(?<!del)(?<! da)(?<! do)(?<! of)(?<!the)(?<! in)(?<! en)"
    r"\s+(?=(?:the\s)?(?:Universi(?:ty|tät|té|dad|tà|dade|tet|teit)\b"
    r"|[A-Z]\w+\s(?:[A-Z]\w+\s)?University\b|École\s|Politecnico|Technische\sUniv"
    r"|Univ\.?\s|Lycée|Liceo|Instituto?\b|Istituto|Agencia|Fondo|Fundación|Oficina"
    r"|Minist(?:erio|ère|ério)|Centro|Centre\sd|Dirección|Escuela|Escola|Faculdade|Facultad"
    r"|Laborato(?:ire|rio)|Consejo|Conselho|(?:TU|ETH|TH|MIT|EPFL)\b))"
)
# Where a school stands before a degree, or behind its short name, with nothing between.
DEGREE_BEHIND = re.compile(
    r"\s+(?=(?:Ph\.?D|[MB]\.?Sc|[MB]\.?A|[MB]\.?Eng|Master|Bachelor|Doctor)\b)"
)
SCHOOL_BEHIND = re.compile(
    r"(?<=[.A-Z])\s+(?=(?:[A-Z][\w'’-]+\s){1,4}(?:University|College|Institute)\b)"
)
ADVISOR = re.compile(
    r"""(?:^|[\s(\[,;])(?:thesis\s|ph\.?d\s|dissertation\s|academic\s)?
    (?:(?:co-?)?(?:advis[eo]rs?|supervisors?|advised|supervised|mentors?|mentored|hosted|hosts?|PI)
        (?:\s+by)?(?:\s*[:：]\s*|[ ]+(?=(?-i:[A-ZÀ-Ý])))
    |(?:betreu(?:er|t)(?:in)?(?:\s(?:von|durch))?|directeur(?:\sde\sth[eè]se)?|directrice|encadrant
        |sous\sla\sdirection\sde|director(?:a)?(?:\sde\stesis)?|relatore|supervisore
        |orientador(?:a)?)(?:\s*:\s*|[ ]+(?=(?-i:[A-ZÀ-Ý])))
    |(?:导师|導師|指導教員|指导教师|指導教官|受入教員|受け入れ)\s*[:：]?\s*)
    (?P<name>[^,;()（）\[\]\t\ue002|•。]+(?:,\s(?:Prof|Dr)\b[^,;()（）\[\]\t\ue002|•。]+)*)""",
    re.I | re.X,
)
THESIS = re.compile(
    r"""(?:^|[\t\ue002(.,;]\s*)(?:(?:ph\.?d\.?|master['’]?s?|bachelor['’]?s?|doctoral)\s)?
    (?:thesis|dissertation|doktorarbeit|masterarbeit|diplomarbeit|th[eè]se|tes[ie]s?|mémoire|论文
        |論文題目)(?:\stitle|\stitel)?\s*[:：]\s*
    (?P<name>[\"“„«][^\"”“»]+[\"”“»]|[^\t\ue002;()]+?)(?=$|[\t\ue002;()]|\.\s|,\s(?:advis|superv|direct))""",
    re.I | re.X,
)
CURRENCY = (
    r"(?:USD|EUR|GBP|CHF|AUD|CAD|JPY|RMB|CNY|SEK|NOK|DKK|BRL|KRW|INR|US\$|A\$|C\$|R\$|[$€£¥₩])"
)
THOUSANDS = r"(?:\s?(?:k|M|K|Mio\.?|million|万)\b)?"
AMOUNT = re.compile(
    r"(?:\b(?:funded\s)?(?:for|of|worth|total(?:l?ing)?:?|funding:?|amount:?)\s)?"
    rf"(?P<name>{CURRENCY}\s?~?\d[\d.,'’\s]*\d?{THOUSANDS}"
    rf"|\d[\d.,'’]*(?:\s\d{{3}})*{THOUSANDS}\s?(?:{CURRENCY}|euros?|dollars|万元|元|円|万円)(?!\w))",
    re.I,
)
GRADE = re.compile(
    r"(?:C?GPA|(?:Final\s|Current\s|Overall\s)?Grade|Note|Abschlussnote|Durchschnitt|voto(?:\sfinale)?|nota|CGPA)\s*(?:of\s|[:：])?\s*[\d.,]+(?:\s*/\s*[\d.,]+)?|\d{2,3}/1[01]0(?:\s?(?:e\s|con\s|cum\s)?(?:lode|laude))?|[(（]\s*\d[.,]\d{1,2}(?:\s?/\s?[\d.,]+)?\s*[)）]"
    r"|(?:(?:graduated\s)?with\s(?:the\s)?(?:highest\s|high\s|great\s)?(?:distinction|hono[u]?rs)|(?:first|second)[-\s]class(?:\shono[u]?rs)?|(?:summa|magna|maxima|insigni)?\s?cum\slaude"
    r"|mit\sAuszeichnung|mention\s(?:très\s|assez\s)?(?:bien|honorable)|con\slode|sobresaliente(?:\scum\slaude)?|grade\s?:\s?\w+(?:\sbien)?)(?:\s*\([^()]*\))?",
    re.I,
)
COUNTRY = _words(
    r"""
    USA? U\.S\.A?\.? UK U\.K\. United\sStates United\sKingdom England Scotland Germany Deutschland
    Allemagne France Frankreich Italy Italia Italien Spain España Spanien Portugal Brazil Brasil
    China Japan Canada Australia Austria Österreich Switzerland Schweiz Suisse Belgium Belgique
    Netherlands The\sNetherlands Sweden Norway Denmark Finland Ireland Poland Greece Turkey Israel
    India Singapore South\sKorea Korea Taiwan Mexico México Argentina Chile Colombia Uruguay
    Hong\sKong Czech\sRepublic Hungary Russia Vietnam Pakistan Egypt South\sAfrica New\sZealand
    Luxembourg Romania Roumanie Rumänien Bulgaria Croatia Serbia Slovenia Slovakia Ukraine Estonia Latvia
    Lithuania Iceland Cyprus Malta Georgia Armenia Iran Iraq Saudi\sArabia U\.?A\.?E\.? Qatar Lebanon Jordan Morocco Maroc
    Alg[eé]ri[ae] Tunisi[ae] Nigeria Ghana Kenya Ethiopia Camero(?:on|un) S[eé]n[eé]gal B[eé]nin Per[uú] Ecuador Bolivia Paraguay
    Venezuela Costa\sRica Cuba Thailand Indonesia Malaysia Philippines Bangladesh Nepal Sri\sLanka Kazakhstan Macau
    Espagne Italie Angleterre Royaume-Uni [EÉ]tats-Unis Pologne Grèce Suède Norvège Danemark Finlande Irlande Pays-Bas Japon
    Chine Inde Mexique Russie Turquie Alemania Reino\sUnido Estados\sUnidos EE\.?\s?UU\.? Suiza Bélgica Países\sB(?:ajos|aixos) Japón
    Francia Germania Inghilterra Regno\sUnito Stati\sUniti Svizzera Giappone Spagna Alemanha França Suíça Itália Espanha Japão
    Großbritannien Niederlande Polen Tschechien Griechenland Türkei Russland Indien Südkorea Kanada Schweden Norwegen Dänemark
    Finnland Irland Ungarn Bayern Hessen Sachsen Baden-Württemberg California Texas Massachusetts Illinois Michigan Ohio Indiana
    Pennsylvania Florida Oregon Colorado Utah Arizona Virginia Maryland Wisconsin Minnesota North\sCarolina New\sJersey
    Ontario Qu[eé]bec British\sColumbia Alberta Taïwan Scozia Cataluña Catalunya (?-i:[A-Z]{2})""",
    "中国|日本|美国|德国|英国|法国|澳大利亚|加拿大|韩国|意大利|西班牙|荷兰|瑞士|瑞典|米国|アメリカ|イギリス|ドイツ|フランス|スイス|韓国|カナダ|オランダ",
    ends=True,
)
# Towns with a university, besides those whose country stands beside them.
TOWN = _words(
    r"""
    Aachen Aarhus Accra Adelaide Amherst Amsterdam Ann\sArbor Antwerpe?n? Aarau Athens Atlanta Austin Auckland
    Bamberg Bangalore Barcelona Bari Basel Bath Bayreuth Beijing Belfast Belgrade Belo\sHorizonte Bergen Berkeley Berlin
    Bern Besançon Bielefeld Bilbao Birmingham Bochum Bologna Bogotá Bombay Bonn Bordeaux Boston Boulder Bras[ií]lia
    Braunschweig Bremen Brest Brisbane Bristol Brno Brussels Brüssel Bruxelles Bucharest Budapest Buenos\sAires Cáceres
    Cádiz Caen Cagliari Cairo Calgary Cambridge Campinas Canberra Cape\sTown Catania Chemnitz Chennai Chicago Clermont-Ferrand
    Coimbra Cologne Columbus Copenhagen Córdoba Cork Cottbus Curitiba Daejeon Dakar Darmstadt Davis Delft Denver Detroit
    Dijon Dortmund Dresden Dublin Duisburg Durham Düsseldorf Edinburgh Eindhoven Erlangen Essen Evanston Exeter Ferrara
    Firenze Florence Florianópolis Fortaleza Frankfurt Freiburg Fribourg Fukuoka Geneva Genève Genf Genoa Genova Ghent
    Gent Gießen Glasgow Gothenburg Göteborg Göttingen Granada Graz Grenoble Greifswald Groningen Guadalajara Guangzhou
    Haifa Halle Hamburg Hangzhou Hannover Havana Heidelberg Helsinki Hiroshima Hong\sKong Honolulu Houston Innsbruck
    Irvine Istanbul Ithaca Jena Jerusalem Kaiserslautern Karlsruhe Kassel Kharkiv Kiel Kobe Köln Konstanz Kraków Kyiv
    Kyoto La\sPlata Lausanne Leeds Leicester Leiden Leipzig Leuven Lille Lima Limoges Linz Lisbo[an] Liverpool Ljubljana
    London Londres Los\sAngeles Louvain Lugano Lund Luxembourg Lyon M[áa]laga Madison Madrid Magdeburg Mailand Mainz
    Manchester Mannheim Marburg Marseille Melbourne Messina Metz Mexico\sCity México Miami Milano? Minneapolis Modena
    Montevideo Montpellier Montr[eé]al Moscow M[üu]n[cs]h?[e]?n Munich Münster Murcia Nagoya Nairobi Nancy Nantes Nanjing Naples
    Napoli Newcastle New\sDelhi New\sHaven New\sYork Nice Nijmegen Nottingham Novosibirsk Nürnberg Oldenburg Orl[eé]ans Osaka
    Osnabrück Oslo Ottawa Oviedo Oxford Paderborn Padova Padua Palermo Palo\sAlto Pamplona Paris Parma Passau Pavia Perth
    Perugia Philadelphia Pisa Pittsburgh Poitiers Porto Porto\sAlegre Potsdam Poznań Pra(?:gue|ha|g) Princeton Providence
    Quito Recife Regensburg Reims Rennes Riga Rio\sde\sJaneiro Rom[ae] Rosario Rostock Rotterdam Rouen Saarbrücken Salamanca
    Salerno Salvador Salzburg San\sDiego San\sFrancisco San\sSebastián Sankt\sGallen St\.?\sGallen Santa\sBarbara Santander
    Santiago(?:\sde\s\w+)? São\sCarlos São\sPaulo Saclay Seattle Sendai Seoul Sevilla Seville Shanghai Shenzhen Sheffield Siegen
    Siena Sofia Southampton Stanford Stockholm Strasbourg Stuttgart Sydney Taipei Tallinn Tampere Tartu Tel\sAviv Tokyo
    Torino Toronto Toulouse Trento Trier Trieste Trondheim Tübingen Tucson Turin Turku Udine Ulm Uppsala Urbana Utrecht
    Val[eè]nci[ae]n? Valladolid Valpara[íi]so Vancouver Venezia Venice Verona Vienna Vigo Vilnius Warsaw Warwick Warszawa Washington
    Waterloo Weimar Wien Wroc[łl]aw Wuhan Wuppertal Würzburg Xi['’]an York Yokohama Zaragoza Zagreb Zuri[ck]h Zürich""",
    r"北京|上海|广州|深圳|南京|武汉|杭州|成都|西安|天津|重庆|合肥|香港|澳门|台北|新加坡|東京|京都|大阪|名古屋|仙台|札幌|福岡|つくば|横浜|神戸|広島",
    ends=True,
)
# The headings of a CV, and the kind below each; a heading of another kind ends the one before.
HEADINGS = {
    "education": r"""
    education academic\sbackground degrees? training qualifications? studies \w*ausbildung studium
    \w*bildung bildungsweg schul\w+ abschlüsse formation études cursus diplômes? titres?\suniversitaires
    formaci[oó]n educaci[oó]n estudios títulos istruzione formazione studi titoli\sdi\sstudio
    forma[cç][aã]o educa[cç][aã]o escolaridade titula[cç][aã]o 教育 学历 学歴 學歷 学位 学习 求学""",
    "experience": r"""
    experiences? employment positions? appointments? work jobs? career professional internships?
    \w*erfahrung(?:en)? beruf\w* werdegang anstellung(?:en)? \w*tätigkeit(?:en)? stationen laufbahn
    praktik(?:um|a) professionnelles? expériences? parcours emplois? postes? fonctions stages? carrière experiencia
    trayectoria empleos? cargos estancias esperienz[ae] posizion[ei] carriera incarichi impieghi
    experiências? atua[cç][aã]o carreira empregos? estágios? 工作 经历 经验 任职 实习 職歴 経歴 研究歴""",
    "awards": r"""
    awards? hono[u]?rs? prizes? fellowships scholarships? distinctions? achievements recognitions?
    auszeichnung(?:en)? preise ehrungen stipendi(?:en|um) prix bourses récompenses premios? becas
    reconocimientos distinciones premi riconoscimenti borse pr[eê]mios bolsas distinções
    获奖 奖励 荣誉 奖项 奖学金 フェローシップ 受賞 表彰 賞 奨学""",
    "grants": r"""
    grants? funding third-party funded drittmittel\w* förderung(?:en)? financements? subventions?
    contrats proyectos\sfinanciados financiaci[oó]n subvenciones finanziamenti fondi financiamentos?
    基金 资助 经费 主持 競争的資金 外部資金 研究費 助成 獲得資金""",
    "projects": r"projects? \w*projekte projets proyectos progetti projetos 项目 プロジェクト",
    "talks": r"""
    talks? presentations? seminars? keynotes? (?:invited|public|plenary|keynote)\slectures?
    lectures\sgiven \w*vorträge exposés présentations communications conférences\sinvitées
    conferencias ponencias comunicaciones presentazioni relazioni convegni palestras
    apresenta[cç][oõ]es eventos 报告 演讲 講演 発表""",
    "teaching": r"""
    teaching courses (?:guest\s)?lectures? lecturing lehre lehr(?:veranstaltungen|erfahrung|tätigkeit)
    unterricht enseignements? docencia docente enseñanza insegnamento didattica ensino docência
    aulas 教学 授课 教育経験 教育活動 担当科目 講義 授業""",
    "students": r"""
    students? supervision advising advisees mentoring mentorship betreuung \w*betreuung encadrements?
    direcci[oó]n\sde\stesis tesistas supervisione tesi\sseguite orienta[cç][oõ]es 指导学生 指導学生""",
    "service": r"""
    service reviewing refereeing committees memberships? volunteer(?:ing)? outreach leadership
    professional\sactivities affiliations gremien gutachter\w* mitgliedschaften ehrenamt\w*
    engagement responsabilités évaluations? bénévolat service\set\svie servicio gesti[oó]n
    voluntariado membresías servizio volontariato attività servi[cç]os? gestão afilia[cç][oõ]es
    学术服务 社会服务 兼职 学生工作 学会活動 社会活動 所属学会 学術サービス 委員""",
    "": r"""
    publications? papers? articles preprints? books? chapters? \w*skills? languages? references
    referees contact interests? summary profile about frameworks tools? software programming
    publikationen veröffentlichungen schriften \w*sprachen? \w*sprachkenntnisse \w*kenntnisse
    fähigkeiten kontakt interessen persönliche\w* profil langues compétences loisirs logiciels
    centres\sd['’]intérêt résumé publicaciones idiomas habilidades conocimientos? intereses
    servicios\scloud pubblicazioni lingue competenze capacità interessi publica[cç][oõ]es línguas
    habilidades interesses competências 论文 发表 技能 语言 论著 专利 爱好 论文 論文 業績 言語 資格
    个人信息 links hobbies personal extracurricular press media certificat\w+ journals
    proceedings patents? dissertation thesis""",
}
