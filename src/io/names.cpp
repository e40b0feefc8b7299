// What the names of keys and columns, and the words of lines, say of the puzzles beside them.
#include <fmt/format.h>

#include <algorithm>

#include "io/forms.hpp"

namespace evodoku::io {

bool has_name(std::string_view all, std::string_view words, bool is_whole) {
    for (std::size_t end = 0; (end = all.find('/')) != all.npos; all.remove_prefix(end + 1)) {
        const std::size_t place = words.find(all.substr(0, end));
        if (is_whole ? place == 0 && (words.size() == end || words.substr(end) == "s") : place != words.npos)
            return true;
    }
    return false;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool is_variant(std::string_view words) {
    return has_name(
               "thermo/killer/cage/arrow/kropki/diagonal/jigsaw/irregular/antiknight/antiking/antiqueen/consecuti/"
               "renban/whisper/palindrome/sandwich/skyscraper/xsum/quadruple/disjoint/windoku/inequal/entropic/"
               "modular/nonomino/constraint/variant/givenpencil/zipper/numberedroom/lockout/indexer/nabner/asterisk/"
               "outside/",
               words) ||
           has_name("sudokux/xsudoku/xv/hyper/hypersudoku/nrc/", words, true);
}

std::string added_rule(std::string_view key, std::string_view value) {
    if (key.empty()) return {};
    const auto plain = [](std::string_view text) { return without(" -_+'\"", in_small_letters(text)); };
    const std::string name = plain(key), text = plain(value);
    if (has_name("/false/0/null/none/no/nan/na/[]/{}/classic/classicsudoku/normal/standard/regular/sudoku/9x9/", text,
                 true))
        return {};
    if (has_name("candidate/pencilmark/eliminated/elimination/eliminatedcandidate/removed/removedcandidate/excluded/",
                 name, true)) {
        if (text.size() < 4 && are_digits(text)) return {};  // it may be a count
        return fmt::format("'{}' excludes digits, and only givens are read: give the puzzle without them",
                           masked(key.substr(0, 40)));
    }
    // Other words may be a number or a name of something else.
    const bool is_flag = is_one_of(text, {"true", "1", "yes"});
    bool is_rule = is_variant(name) ||
                   (is_flag && has_name("odd/even/minimum/maximum/negative/ratio/difference/parity/region/clone/"
                                        "between/dot/sum/visualel/",
                                        name, true)) ||
                   (has_name("region/", name, true) && are_digits(text) && (name == "region" || text.size() > 9)) ||
                   (has_name("type/", name) && is_variant(text));
    if (name == "rules" || name == "ruleset") {
        const std::string rules = in_small_letters(value);
        visit_words(rules, ".!\n", [&](std::string_view sentence) {
            const bool is_classic = has_name("sudoku/classic/standard/", sentence) ||
                                    (has_name("row/", sentence) && has_name("column/", sentence));
            is_rule = is_rule || (trimmed(sentence).size() > 2 &&
                                  (!is_classic || is_variant(without("-", std::string(sentence)))));
        });
    }
    return is_rule ? rule_of(key) : "";
}

std::string rule_of_line(std::string_view text) {
    const std::size_t colon = text.find_first_of(":=");
    if (colon <= 40) return added_rule(text.substr(0, colon), trimmed(text.substr(colon + 1)));
    const std::string words = without(" -", in_small_letters(text));
    return has_name("rule/constraint/", words) && is_variant(words) ? rule_of(text) : "";
}

std::string rule_of(std::string_view key) {
    return fmt::format("'{}' adds rules to those of Sudoku, and such puzzles are not read", masked(key.substr(0, 40)));
}

bool is_beside_rules(std::string_view key) {
    return has_name(
        "title/author/name/tag/meta/step/move/hint/history/log/trace/colo/note/differ/stat/rating/source/"
        "comment/time/undo/replay/technique/progress/selected/highlight/mark/",
        key);
}

bool names_solution(std::string_view name, bool is_whole) {
    constexpr std::string_view all =  // at last in Windows-1252
        "solved/solution/answer/lösung/loesung/antwort/solución/solucion/respuesta/soluzione/risposta/réponse/solução/"
        "resposta/oplossing/решение/ответ/答案/l\xF6sung/soluci\xF3n/r\xE9ponse/solu\xE7\xE3o/";
    return name.find("unsolved") == name.npos && has_name(all.substr(is_whole ? 7 : 0), name, is_whole);
}

bool may_be_solution(std::string_view name) { return has_name("result/target/output/completion/", name, true); }

std::optional<CellText> bad_answer(std::string_view name, std::string_view text) {
    const bool is_remark =
        (text.size() < 5 && are_digits(text)) ||
        is_one_of(in_small_letters(text), {"yes", "no", "true", "false", "right", "wrong", "unique"});
    if (!names_solution(name, true) || is_remark) return std::nullopt;
    CellText bad;
    if (!text.empty() && text != "-") bad.fault = {fmt::format("'{}' is not a grid", masked(text.substr(0, 40)))};
    return bad;
}

}  // namespace evodoku::io
