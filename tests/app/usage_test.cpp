// Command lines: what is understood, what is refused and how.
#include <gtest/gtest.h>

#include "program.hpp"

namespace evodoku::test {
namespace {

void expect_usage_error(const Words& arguments, const std::string& message) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.code, 2) << message;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
    EXPECT_TRUE(contains(finished.err, "evodoku: " + message)) << finished.err;
}

void expect_refused(const Words& options, const std::string& message) {
    Words arguments = {"solve", "--device", "cpu", "--puzzle", easy};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_usage_error(arguments, message);
}

TEST(Usage, HelpListsEveryOption) {
    const Finished finished = run({"solve", "--help-all"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    for (const std::string option :
         {"--puzzle",         "--keep-going", "--presolve",   "-d, --device",      "-j, --threads",
          "-p, --population", "--elite",      "--immigrants", "--restart-after",   "--initialisation",
          "--cost",           "--selection",  "--crossover",  "--mutation",        "--islands",
          "--migrate-every",  "--migrants",   "--sync-every", "-g, --generations", "--timeout",
          "-s, --seed",       "--runs",       "--format",     "-q, --quiet",       "--representation",
          "--replacement",    "--stagnation", "--largest",    "--pairs",           "--variation",
          "--tries",          "--duplicates", "--seen",       "-v, --verbose",     "--version",
          "-h, --help"}) {
        EXPECT_TRUE(contains(finished.out, " " + option + " ")) << option;
    }
    for (const std::string& line : lines_of(finished.out)) EXPECT_LE(line.size(), 116u) << line;
}

std::size_t options_in(const std::string& help) {
    std::size_t count = 0;
    for (const std::string& line : lines_of(help)) {
        const std::size_t dashes = line.find("--");
        count += line.starts_with("  ") && (dashes == 6 && (line[2] == '-' || line[2] == ' '));
    }
    return count;
}

TEST(Usage, HelpComesInTwoTiers) {
    const std::string brief = run({"solve", "--help"}).out, all = run({"solve", "--help-all"}).out;
    EXPECT_GE(options_in(brief), 13u);
    EXPECT_LE(options_in(brief), 18u) << brief;
    EXPECT_TRUE(contains(all, "all " + std::to_string(options_in(all)) + " options")) << all;
    for (const std::string option : {"--puzzle", "--device", "--population", "--seed", "--preset", "--help-all"})
        EXPECT_TRUE(contains(brief, option + " ")) << option;
    for (const std::string option : {"--seen", "--sync-every", "--replacement"}) {
        EXPECT_FALSE(contains(brief, option)) << option;
        EXPECT_TRUE(contains(all, option)) << option;
    }
    for (const std::string command : {"experiment", "presets", "operators", "bench", "compare", "info"}) {
        const Finished help = run({command, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_TRUE(help.out.starts_with("evodoku " + command)) << help.out;
        EXPECT_FALSE(contains(help.out, "--help-all")) << help.out;
        for (const std::string& line : lines_of(help.out)) EXPECT_LE(line.size(), 120u) << line;
    }
}

TEST(Usage, EveryCommandCorrectsItsOptions) {
    for (const Words& words : {Words{"bench", "--spred", "2%"}, Words{"compare", "--tolerence", "5%"},
                               Words{"experiment", "--fromat", "md"}, Words{"info", "--hepl"}}) {
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 2);
        EXPECT_TRUE(contains(finished.err, "unknown option '" + words[1] + "' (did you mean '--")) << finished.err;
        EXPECT_TRUE(contains(finished.err, "; see evodoku " + words[0] + " --help")) << finished.err;
    }
    EXPECT_FALSE(contains(run({"bench", "--fast"}).err, "did you mean"));
    EXPECT_FALSE(contains(run({"bench", "---"}).err, "did you mean"));
}

TEST(Usage, HelpIsFoundWhereverItIsLookedFor) {
    const std::string help = run({"solve", "--help"}).out;
    EXPECT_EQ(run({"solve", "-h"}).out, help);
    EXPECT_EQ(run({"help", "solve"}).out, help);
    EXPECT_EQ(run({"solve", "--nonsense", "--help"}).out, help);
    const std::string overview = run({"--help"}).out;
    EXPECT_TRUE(contains(overview, "evodoku solve [FILE ...] [-]"));
    EXPECT_EQ(run({"-h"}).out, overview);
    EXPECT_EQ(run({"help"}).out, overview);
    EXPECT_TRUE(contains(run({"operators", "--help"}).out, "evodoku operators [NAME] [OPTION ...] - "));
    EXPECT_TRUE(contains(run({"info", "--help"}).out, "evodoku info [OPTION ...] - "));
}

TEST(Usage, TheReferenceHasEveryOptionOfEveryCommand) {
    const std::string page = run({"help", "--markdown"}).out, manual = run({"help", "--man"}).out;
    const std::string bash = run({"help", "--completion", "bash"}).out, zsh = run({"help", "--completion", "zsh"}).out;
    const std::string fish = run({"help", "--completion", "fish"}).out;
    std::size_t options = 0;
    for (const std::string command :
         {"solve", "check", "convert", "experiment", "presets", "operators", "bench", "compare", "info"}) {
        EXPECT_TRUE(contains(page, "\n## evodoku " + command + "\n")) << command;
        EXPECT_TRUE(contains(manual, "\n.SS evodoku " + command + "\n")) << command;
        for (const std::string& line : lines_of(run({command, "--help-all"}).out)) {
            const std::size_t dashes = line.find("--");
            if (dashes != 6 || !line.starts_with("  ")) continue;
            const std::string name = line.substr(8, line.find_first_of(" ", 8) - 8);
            EXPECT_TRUE(contains(bash, " --" + name + " ") || contains(bash, "'--" + name + " ") ||
                        contains(bash, "--" + name + "'"))
                << command << name;
            EXPECT_TRUE(contains(zsh, "'--" + name + "=") || contains(zsh, "'--" + name + "[")) << command << name;
            EXPECT_TRUE(contains(fish, "_from " + command + "' -l " + name + " ")) << command << name;
            if (name.starts_with("help")) continue;
            ++options;
            EXPECT_TRUE(contains(page, "`--" + name + "` |")) << command << name;
        }
    }
    EXPECT_GE(options, 60u);
    expect_usage_error({"help", "--completion", "bsh"},
                       "help --completion is 'bsh'; allowed: bash, zsh, fish (did you mean 'bash'?)");
    expect_usage_error({"help", "--nonsense"}, "unknown option '--nonsense'");
    expect_usage_error({"help", "solve", "bench"}, "help takes one command or one option");
    expect_usage_error({"help", "slove"}, "unknown command 'slove' (did you mean 'solve'?)");
}

TEST(Usage, VersionIsTheSameEverywhere) {
    const std::string version = run({"--version"}).out;
    EXPECT_TRUE(version.starts_with("evodoku ")) << version;
    EXPECT_EQ(run({"solve", "--version"}).out, version);
    EXPECT_TRUE(run({"info"}).out.starts_with(version));
}

TEST(Usage, CommandsAreCorrected) {
    expect_usage_error({},
                       "a command is missing: solve, check, convert, generate, experiment, presets, operators, bench, "
                       "compare, report, info or help");
    expect_usage_error({"slove"}, "unknown command 'slove' (did you mean 'solve'?)");
    expect_usage_error({"--verson"}, "unknown command '--verson' (did you mean '--version'?)");
    expect_usage_error({"/dev/null"}, "unknown command '/dev/null' (did you mean evodoku solve /dev/null?)");
    expect_usage_error({"info", "all"}, "info: unexpected 'all'");
    expect_usage_error({"operators", "heatbath"},
                       "operators: 'heatbath' is neither an operator nor a kind of operators (did you mean "
                       "'heat-bath'?); evodoku operators lists all");
    expect_usage_error({"operators", "swap", "units"}, "operators: unexpected 'units'; it takes one name");
}

TEST(Usage, OptionsAreCorrected) {
    expect_refused({"--poplation", "5"}, "unknown option '--poplation' (did you mean '--population'?)");
    expect_refused({"--crossver=none"}, "unknown option '--crossver' (did you mean '--crossover'?)");
    expect_refused({"-x"}, "unknown option '-x'");
    expect_refused({"-5"}, "unknown option '-5'");
    expect_refused({"--population"}, "Option 'population' is missing an argument");
    expect_refused({"-q", "-v"}, "--quiet and --verbose exclude each other");
    expect_usage_error({"solve"}, "no puzzle given: name a file, - for standard input, or a puzzle of 81 cells");
    expect_usage_error({"solve", "-", "-"}, "- appears twice");
}

TEST(Usage, EmptyNamesOfFilesAreRefused) {
    for (const std::string option :
         {"--checkpoint", "--resume", "--history", "--tensorboard", "--output", "--config"}) {
        expect_refused({option, ""}, option + " is empty; give it a name, or leave it out");
    }
    expect_usage_error({"report", "--svg", ""}, "--svg is empty; give it a name, or leave it out");
    expect_usage_error({"solve", ""}, "solve: an argument is empty");
}

TEST(Usage, ControlCodesOfArgumentsAreNotRepeated) {
    const Finished finished = run({"solve", "--\x1b[31mred"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
}

TEST(Usage, WhatIsNoNumberIsRefusedByName) {
    for (const std::string wrong : {"many", "", "-5", "1.5", "0x10", "1e6x", "5 k", "k", "1e99", "nan"}) {
        for (const std::string option : {"population", "generations", "islands", "migrate-every", "migrants",
                                         "sync-every", "restart-after", "seed", "runs", "threads"}) {
            if (wrong == "many" || option == "population") {
                expect_refused({"--" + option, wrong}, "--" + option + ": '" + wrong + "' is not a whole number ");
            }
        }
    }
    expect_refused({"--seed", "18446744073709551616"},
                   "--seed: '18446744073709551616' is not a whole number 0..18446744073709551615");
    expect_refused({"--timeout", "soon"}, "--timeout: 'soon' is not a time (as in 30s, 5m, 200ms)");
    expect_refused({"--elite", "some"}, "--elite: 'some' is neither a count (20) nor a share from 0 to 1 (5%, 0.05)");
    expect_refused({"--immigrants", "1.5"}, "--immigrants: '1.5' is neither");
}

TEST(Usage, NumbersOutOfRangeSayWhatIsAllowed) {
    expect_refused({"-p", "0"}, "--population is 0; allowed: 1..16777216");
    expect_refused({"-p", "20M"}, "--population is 20M; allowed: 1..16777216");
    expect_refused({"--runs", "0"}, "--runs is 0; allowed: 1..");
    expect_refused({"-j", "5000"}, "--threads is 5000; allowed: 0..1024");
    expect_refused({"-p", "100", "--islands", "7"},
                   "population is 100, which 7 islands do not share evenly; nearest possible: 98");
    expect_refused({"-p", "100", "--elite", "60", "--immigrants", "50%"}, "elite (60) and immigrants (50)");
    expect_refused({"-p", "100", "--elite", "101"}, "elite is 101; allowed: 0..100");
    expect_refused({"-p", "100", "--islands", "2", "--migrate-every", "7", "--sync-every", "3"},
                   "migrate-every is 7; allowed: a multiple of sync-every, which is 3");
}

TEST(Usage, ChoicesAreCorrected) {
    expect_refused({"--format", "json"},
                   "--format is 'json'; allowed: auto, grid, line, jsonl (did you mean 'jsonl'?)");
    expect_refused({"--presolve", "single"},
                   "--presolve is 'single'; allowed: none, givens, single-pass, single-pass-keep, singles, full (did "
                   "you mean 'singles'?)");
    expect_refused({"--device", "cud"},
                   "--device is 'cud'; allowed: auto, cpu, cuda or gpu, cuda:N (did you mean 'cuda'?)");
    expect_refused({"--device", "cuda:first"}, "--device: 'first' is not the number of a device");
}

/// The command that replays a call spells its numbers out.
std::string replay_of(const Words& options) { return run(small_solve(options)).err; }

TEST(Usage, NumbersAreReadInEveryForm) {
    const Words same[] = {
        {"-p", "2500"}, {"--population=2.5k"}, {"-p2500"}, {"--population", "25e2"}, {"-p", "0.0025M"}};
    for (Words words : same) {
        words.insert(words.end(), {"--puzzle", easy});
        EXPECT_TRUE(contains(replay_of(words), " --population 2500 ")) << words.front();
    }
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-g", "300k"}), " --generations 300000 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-g", "1e6"}), " --generations 1000000 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-s", "18446744073709551615"}), " --seed 18446744073709551615 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "--elite", "7"}), " --elite 7 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "--elite", "10%"}), " --elite 0.1 "));
}

TEST(Usage, SyncEveryFitsItselfToTheMigrations) {
    const Words islands = {"--puzzle", easy, "--islands", "3", "--migrate-every", "7", "--migrants", "2"};
    EXPECT_TRUE(contains(replay_of(islands), " --islands 3 --migrate-every 7 --migrants 2 --sync-every 7 "));
}

TEST(Usage, APopulationThatIslandsMultiplyIsPrinted) {
    const std::string note = "evodoku: population 256: 64 for each of 4 islands; --population sets it\n";
    EXPECT_TRUE(contains(run(solve({"--puzzle", easy, "--islands", "4"})).err, note));
    EXPECT_FALSE(contains(run(solve({"--puzzle", easy, "--islands", "4", "-q"})).err, note));
    EXPECT_FALSE(contains(run(solve({"--puzzle", easy, "--islands", "4", "-p", "256"})).err, "for each of"));
}

TEST(Usage, WhereLogicIsEnoughAnEvolutionIsOffered) {
    const std::string one = "evodoku: solved by logic alone; --preset plain evolves it\n";
    EXPECT_TRUE(run(solve({"--puzzle", easy})).err.ends_with(one));
    EXPECT_TRUE(run(solve({"--puzzle", easy, "--puzzle", easy})).err.ends_with("--preset plain evolves them\n"));
    for (const Words& more :
         {Words{"-q"}, Words{"--presolve", "full"}, Words{"--preset", "plain", "--presolve", "full"},
          Words{"--puzzle", std::string(81, '.')}}) {
        Words words = solve({"--puzzle", easy});
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_FALSE(contains(run(words).err, "by logic alone; ")) << more.back();
    }
    EXPECT_FALSE(contains(run(solve({"--puzzle", easy_answer})).err, "by logic alone"));  // nothing was left to fill
}

}  // namespace
}  // namespace evodoku::test
