// Pages and pictures on disk; rsvg-convert turns SVG into PNG.
#include "report_files.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include "commands.hpp"
#include "report/svg.hpp"

extern char** environ;

namespace evodoku::app {
namespace {

namespace fs = std::filesystem;

/// Every figure and board as its name and its SVG.
std::size_t for_each_figure(const report::Document& document,
                            const std::function<void(const std::string& name, const std::string& svg)>& visit) {
    std::size_t count = 0;
    for (const report::Section& section : document.sections) {
        for (const report::Choice& choice : section.choices) {
            for (const report::Figure& figure : choice.figures) visit(figure.id, to_svg(figure)), ++count;
            if (choice.board) visit(choice.board->id, to_svg(*choice.board)), ++count;
        }
    }
    return count;
}

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw InputOutputError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
}

void draw_png(const std::string& svg, const std::string& png) {
    std::vector<std::string> words = {"rsvg-convert", "--zoom", "2", "--output", png, svg};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, "rsvg-convert", nullptr, nullptr, argv.data(), environ); error != 0) {
        throw InputOutputError(fmt::format(
            "--png needs the program rsvg-convert, which can't be started ({}). Install it (Debian: apt-get "
            "install librsvg2-bin), or use --svg",
            std::strerror(error)));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw InputOutputError("cannot wait for rsvg-convert");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw InputOutputError(fmt::format("rsvg-convert could not write {}; its message is above", png));
    }
}

}  // namespace

std::size_t write_svgs(const std::string& folder, const report::Document& document) {
    make_folder(folder);
    return for_each_figure(document, [&](const std::string& name, const std::string& svg) {
        WrittenFile((fs::path(folder) / (name + ".svg")).string()).replace(svg);
    });
}

std::size_t write_pngs(const std::string& folder, const report::Document& document) {
    make_folder(folder);
    return for_each_figure(document, [&](const std::string& name, const std::string& svg) {
        const std::string png = (fs::path(folder) / (name + ".png")).string(), from = png + ".svg";
        WrittenFile(from).replace(svg);
        std::error_code ignored;
        try {
            draw_png(from, png);
        } catch (...) {
            fs::remove(from, ignored);
            throw;
        }
        fs::remove(from, ignored);
    });
}

}  // namespace evodoku::app
