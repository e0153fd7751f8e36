import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Prints each rule of PDF/UA-1 that a file breaks, and of each file how much was looked at. */
public class Verapdf {
    public static void main(String[] names) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var flavour = PDFAFlavour.PDFUA_1;
        for (String name : names) {
            try (PDFAParser file = Foundries.defaultInstance()
                    .createParser(new FileInputStream(name), flavour)) {
                var result = Foundries.defaultInstance().createValidator(flavour, false)
                        .validate(file);
                System.out.println(result.getTotalAssertions() + " looked at in " + name);
                for (TestAssertion found : result.getTestAssertions()) {
                    if (found.getStatus() == TestAssertion.Status.FAILED) {
                        System.out.println("broken " + found.getRuleId().getClause() + " "
                                + found.getMessage() + " " + name);
                    }
                }
            }
        }
    }
}
