// An experiment: a plan in, one record per run out.
#include <atomic>
#include <future>
#include <sstream>

#include "bindings.hpp"
#include "commit.hpp"
#include "experiment/experiment.hpp"
#include "version.hpp"

namespace evodoku::python {
namespace {

using namespace evodoku::experiment;

/// A file, or one of `texts`, by its name.
std::unique_ptr<std::istream> open(const std::string& path, const Texts& texts) {
    for (const auto& [name, text] : texts)
        if (name == path) return std::make_unique<std::istringstream>(text);
    auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*stream) throw FileError("cannot read " + path);
    return stream;
}

class ExperimentOfPython {
public:
    /// `source`: the name of the plan; puzzles are relative to its folder, but for those that `texts` has by name.
    ExperimentOfPython(const std::string& text, const std::string& source, const std::string& device, unsigned threads,
                       const Texts& texts)
        : plan_(read_plan(
              text, source, [&](const std::string& path) { return open(path, texts); },
              [](const io::ParseError& error) { throw error; })),
          choice_(choose_quietly(device, plan_.order)),
          threads_(threads) {}

    std::size_t runs() const { return plan_.runs(); }
    std::string output() const { return plan_.output.empty() ? "" : plan_.results(); }
    bool has_histories() const { return plan_.full_history; }

    /// The records of the runs that it makes, a line each. `output`: a file of results, whose runs are not made again.
    std::vector<std::string> make(const std::string& output, const std::function<void(std::size_t)>& on_run) {
        return signals_.during([&] {
            std::vector<std::string> lines;
            Campaign campaign(
                plan_, output,
                {.should_stop = [this] { return stopping_.load(); }, .provenance = {app::version, app::commit, {}}});
            campaign.prepare(choice_, threads_, warn);
            for (const auto& [kind, text] : campaign.notes())
                if (kind != Note::count) warn(text);
            on_run(campaign.records().size());
            std::future<void> runs = std::async(std::launch::async, [&] {
                campaign.make([&](const Record& record) {
                    lines.push_back(to_json(record));
                    on_run(1);
                });
            });
            while (runs.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
                if (signals_.raised()) stopping_ = true;  // only the thread that called may handle signals
            runs.get();
            if (stopping_) return lines;  // with the exception of the signal
            for (const std::string& warning : warnings_of(campaign.records())) warn(warning);
            return lines;
        });
    }

private:
    Plan plan_;
    DeviceChoice choice_;
    unsigned threads_;
    Signals signals_;
    std::atomic<bool> stopping_{false};
};

}  // namespace

void bind_experiment(nb::module_& module) {
    using E = ExperimentOfPython;
    nb::class_<E>(module, "Experiment", "Puzzles x configurations x seeds.")
        .def(nb::init<const std::string&, const std::string&, const std::string&, unsigned, const Texts&>(),
             nb::arg("text"), nb::arg("source"), nb::arg("device"), nb::arg("threads"), nb::arg("texts"))
        .def_prop_ro("runs", &E::runs)
        .def_prop_ro("output", &E::output, "The file of results that the plan names; empty without one.")
        .def_prop_ro("has_histories", &E::has_histories, "Whether it writes a history of each run beside the results.")
        .def("make", &E::make, nb::arg("output"), nb::arg("on_run"), "Makes the runs; returns a line of JSON of each.");
}

}  // namespace evodoku::python
