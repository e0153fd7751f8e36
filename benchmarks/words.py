"""Words to make titles, names and venues of. No person, venue or publisher is meant."""

_lines = str.splitlines
_words = str.split

ADJECTIVES = _words(
    "Adaptive Bounded Causal Certified Compact Continuous Convex Coupled Deep Delayed Dense"
    " Differentiable Discrete Distributed Dynamic Early Efficient Elastic Equivariant Explainable"
    " Exact Fast Federated Few-Shot Fluid Gentle Graded Hidden Hierarchical Hybrid Implicit"
    " Incremental Interactive Invariant Iterative Joint Large-Scale Latent Layered Lazy Linear"
    " Local Low-Rank Modular Moving Multi-Scale Neural Noisy Nonlinear Online Optimal Parallel"
    " Partial Periodic Private Probabilistic Quantum Random Recurrent Reliable Robust Scalable"
    " Seasonal Secure Self-Tuning Shallow Simple Slow Sparse Spectral Stable Stochastic Streaming"
    " Symbolic Temporal Tight Transparent Turbulent Uncertain Unified Universal Verified Weak"
)
METHODS = _lines("""\
Agreement
Alignment
Approximation
Attention
Benchmarks
Bounds
Clustering
Coding
Compression
Consensus
Control
Decomposition
Detection
Dynamics
Embeddings
Estimation
Experiments
Factorisation
Filtering
Forecasting
Games
Generation
Hashing
Imaging
Indexing
Inference
Interfaces
Kernels
Learning
Localisation
Mapping
Matching
Measurements
Models
Navigation
Networks
Optimisation
Planning
Prediction
Programs
Proofs
Pruning
Ranking
Reasoning
Reconstruction
Regression
Rendering
Retrieval
Sampling
Scheduling
Search
Segmentation
Simulation
Sketching
Surveys
Synthesis
Testing
Tracking
Transport
Verification""")
SUBJECTS = _lines("""\
river deltas
kelp forests
glacier melt
tidal energy
lake sediments
coral reefs
seismic arrays
soil moisture
wind fields
ice cores
bird migration
plankton blooms
road traffic
power grids
hospital records
protein folding
cell membranes
gene expression
neural tissue
drug response
point clouds
event cameras
speech signals
legal documents
source code
compiler passes
storage systems
memory caches
sensor networks
satellite swarms
robot hands
language models
question answering
recommender systems
knowledge graphs
time series
tabular data
image archives
music scores
ancient texts
dark matter halos
stellar winds
galaxy mergers
neutrino events
magnetic fields
granular media
polymer melts
battery electrodes
solar cells
thin films
alloys
photon pairs
spin chains
random matrices
convex bodies
prime gaps
elliptic curves
planar graphs
voting rules
labour markets""")
PLACES = _words(
    "Alder Amber Ashby Birch Brindle Cairn Calder Corrie Dunmore Eastmere Elmwood Fenland Ferris"
    " Glenbrook Greymoor Harrow Hazelby Highmoor Inverlea Juniper Kestrel Kirkdale Lakeby Larch"
    " Linden Lochside Marlow Merrin Northolm Oakham Orrin Pinedale Quarry Redfern Rowan Sandholm"
    " Selby Silverdale Southmere Stonebay Tarnside Thornby Umber Valebrook Wexby Whinfell Willow"
    " Winterby Yarrow Yewdale"
)
ACRONYMS = [
    first + last
    for first in ("COR", "DELT", "GLAC", "KELP", "LUM", "MAR", "NEB", "PRISM", "TID", "VORT")
    for last in ("A", "CON", "IS", "NET", "OS", "SYM", "X", "LAB", "IC", "EX")
]
JOURNALS = [
    f"{kind} {subject.title()}"
    for subject in SUBJECTS
    for kind in ("Journal of", "Annals of", "Letters in", "Transactions on")
]
PUBLISHERS = [f"{place} Press" for place in PLACES[::3]] + ["Tidewater {\\&} Sons", "Moraine"]
CITIES = [f"{place}, {land}" for place in PLACES[::4] for land in ("Norland", "Estmark")]
MONTHS = _words("jan feb mar apr may jun jul aug sep oct nov dec")

_ONSETS = _words("B Br D F G H K L M N P R S T V W Z Ch Sh Th")
_RHYMES = _words("arden ell im ora ansen eki ovar ustin ela entz")
_ENDS = _words("man sen ski well ton ez ova li")
FAMILIES = [on + mid for on in _ONSETS for mid in _RHYMES]
FAMILIES += [on + mid + end for on in _ONSETS for mid in ("ar", "en", "ol") for end in _ENDS]
FAMILIES += _words("Wang Li Zhang Liu Chen Kim Lee Park Tanaka Sato Nguyen Tran Singh Khan")
GIVEN = _words(
    "Ada Alba Alice Amos Anna Arun Bela Bob Boris Cara Chen Clara Daniel Dara David Elena Elias"
    " Emma Eric Eva Fang Felix Flora Greta Hana Hans Hugo Ines Ivan Jana Jin Joan Jonas Julia Kai"
    " Kate Klara Lars Lea Leo Lin Lucas Maria Mark Marta Max Mei Mila Nadia Nils Nina Olga Omar"
    " Otto Paul Petra Priya Rosa Ruth Samir Sara Sofia Sven Tara Thomas Tom Uma Vera Victor Wei"
    " Xin Yan Yara Yuki Zoe Jean-Luc Anne-Marie Min-Jun Seo-Yeon"
)
TEX_FAMILIES = _lines("""\
M{\\"u}ndel
S{\\'a}ndor
K\\"onigs
Garc{\\'i}nez
{\\O}stberg
\\v{S}imkov
{\\AA}sgren
Gon{\\c{c}}al
Ni\\~{n}ola
{\\L}ukan
Dvo{\\v r}in
B{\\'e}lard
M{\\"{u}}ller-Brandt
{\\'{A}}lvez
Fran{\\c c}oin
Gro{\\ss}man
Münten
Sørby
Çelan
Žarko
Núñola
Håkansby
O'Dellan""")
TEX_GIVEN = _lines("""\
Jos{\\'e}
Ren\\'{e}
Bj{\\"o}rn
Zo\\"e
Mich{\\`e}le
André
Łukasz
S{\\o}ren
{\\'E}va""")
PARTICLES = ("von", "van der", "de la", "di")

SENTENCES = _lines("""\
Small changes in the shape of a delta decide where water flows a decade later.
We present a method that follows them from sparse and noisy observations.
It needs neither labels nor a model of the sediment, and runs on one machine.
In 14 of 16 basins the error falls below 5\\% of that of the best known method.
We prove that the estimate converges at rate $\\mathcal{O}(1/\\sqrt{n})$ under mild conditions.
A user study with 24 participants confirms that the maps are read faster.
However, the cost of gathering such data has kept these questions open.
Code and data are available at \\url{https://code.example/tides}.
The key idea is to separate what is slow from what is fast before anything is learned.
Our analysis shows why earlier results could not be reproduced, and when they can.
We call this effect ``drift'' and measure it in three independent archives.
Experiments on five public collections show gains of 2.3 to 7.1 points over strong baselines.
Finally, we discuss what our findings mean for those who plan on long horizons.
The approach extends to graphs, sequences and images without further tuning.
Compared with na{\\"i}ve sampling, it halves the number of measurements.""")
