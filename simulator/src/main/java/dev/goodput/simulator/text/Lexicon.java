package dev.goodput.simulator.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The tokens of simulated responses: common short words in three spellings, a comma and a full
/// stop.
///
/// Every entry is exactly one token of [PieceTokenizer] wherever a response contains it.
public final class Lexicon {
  static final int COMMA = 0;
  static final int STOP = 1;
  private static final int FIRST_WORD = 2;
  private static final int SPELLINGS = 3;

  private static final String WORDS =
      """
      a able about above across action active actual add after again age ago air all allow almost \
      alone along also always among amount and angle answer any appear apply area arm around arrive \
      art as ask at away back ball bank base basic be bear beat become before began begin behind \
      below best better big bird bit black block blue board boat body bone book both bottom box boy \
      branch bread break bring broad broke brown build burn busy but buy by call came camp can \
      capital car card care carry case catch caught cause cell center chair chance change chart \
      check chief child choose circle city claim class clean clear climb clock close cloud coast \
      cold color column come common copy corn corner cost cotton could count course cover create \
      crop cross crowd cry current cut dance dark day dead deal dear decide deep degree depend \
      design desert did die differ direct do doctor does dog dollar done door double down draw dream \
      dress drink drive drop dry during each ear early earth ease east eat edge effect egg eight \
      either end enemy energy engine enough enter equal even event ever every exact except expect \
      eye face fact fair fall family famous far farm fast father favor fear feed feel feet few field \
      fig fight figure fill final find fine finger finish fire first fish fit five flat floor flow \
      flower fly follow food foot for force forest form four free fresh friend from front fruit full \
      fun game garden gas gather gave gentle get girl give glad glass go gold gone good got govern \
      grand grass gray great green grew ground group grow guess guide had hair half hand happen \
      happy hard has hat have he head hear heart heat heavy held help her here high hill him his \
      history hit hold hole home hope horse hot hour house how huge human hunt hurry ice idea if in \
      inch indeed insect iron island it job join joy jump just keep kept key kill kind king knew \
      know lady lake land large last late laugh law lay lead learn least leave led left leg length \
      less let letter level lie life lift light like line list listen little live local log lone \
      long look lost lot loud love low machine made main major make man many map mark market mass \
      master match matter may me mean meant meat meet melody men metal method middle might mile milk \
      mind mine minute miss mix modern moment money month moon more morning most mother motion mount \
      mouth move much music must my name nation nature near neck need never new next night nine no \
      noise noon nor north nose note notice noun now number object ocean of off offer office often \
      oh oil old on once one only open or order other our out over own oxygen page paint pair paper \
      parent part party pass past path pay people period person phrase pick piece place plain plan \
      plane planet plant play please point poor port pose post pound power press pretty print proper \
      pull push put quart quick quiet quite race radio rail rain raise ran range rather reach read \
      ready real reason record red region remain repeat reply rest result rich ride right ring rise \
      river road rock roll room root rope rose round row rub rule run safe sail salt same sand sat \
      save saw say scale school score sea search season seat second see seed seem select self sell \
      send sense sent serve set settle seven shape share sharp she sheet shell shine ship shoe shop \
      short should show side sight sign silent silver simple since sing single sister sit six size \
      skill skin sky sleep slip slow small smell smile snow so soft soil solve some son song soon \
      sound south space speak speech speed spell spend spoke spot spread spring square stand star \
      start state stay steam steel step stick still stone stood stop store story stream street \
      strong such sudden suffix sugar suit summer sun supply sure swim symbol system table tail take \
      talk tall teach team teeth tell ten term test than thank that the their them then there these \
      they thick thin thing think third this though three threw time tiny tire to told tone too took \
      tool top total touch toward town track trade train travel tree trip true try tube turn twenty \
      two type under unit until up us use usual valley value vary verb very view visit voice vowel \
      wait walk wall want war warm was wash watch water wave way we wear weight well went were west \
      what wheel when where which while white who whole whose why wide wife wild will win wind \
      window wing winter wire wish with woman wonder wood word work world would write wrong yard \
      year yellow yes yet you young your\
      """;

  private static final Lexicon STANDARD = new Lexicon();

  private final List<String> texts;
  private final byte[][] bytes;
  private final int[] tokens;

  private Lexicon() {
    List<String> all = new ArrayList<>(List.of(",", "."));
    for (String word : WORDS.strip().split(" ", -1)) {
      if (word.length() <= 6) {
        String capital = Character.toUpperCase(word.charAt(0)) + word.substring(1);
        all.addAll(List.of(" " + word, " " + capital, capital));
      }
    }
    texts = List.copyOf(all);
    bytes = new byte[all.size()][];
    tokens = new int[all.size()];
    for (int i = 0; i < all.size(); i++) {
      bytes[i] = all.get(i).getBytes(StandardCharsets.US_ASCII);
      int entry = i;
      PieceTokenizer.tokenize(all.get(i), id -> tokens[entry] = id);
    }
  }

  /// Returns the only lexicon.
  public static Lexicon standard() {
    return STANDARD;
  }

  /// Returns the text of an entry.
  public String text(int entry) {
    return texts.get(entry);
  }

  /// Returns the text of an entry in ASCII, without characters that JSON escapes. Callers must not
  /// modify it.
  public byte[] bytes(int entry) {
    return bytes[entry];
  }

  /// Returns the token number of an entry.
  public int token(int entry) {
    return tokens[entry];
  }

  /// Returns the number of entries.
  public int size() {
    return texts.size();
  }

  int words() {
    return (texts.size() - FIRST_WORD) / SPELLINGS;
  }

  /// Returns the entry for a word within a sentence.
  static int inner(int word) {
    return FIRST_WORD + word * SPELLINGS;
  }

  /// Returns the entry for a word at the start of a sentence, after another one.
  static int opening(int word) {
    return inner(word) + 1;
  }

  /// Returns the entry for a word at the start of a response.
  static int first(int word) {
    return inner(word) + 2;
  }
}
