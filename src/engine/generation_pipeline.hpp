// A generation as a list of steps for a device, from a configuration. Host code.
#pragma once

#include <cstdint>

#include "engine/generation.hpp"
#include "engine/needs.hpp"
#include "engine/steps.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// Passed to make_generation(): adds a step for each of its names, with the operators of the configuration.
template <class Board>
class GenerationPipeline {
public:
    GenerationPipeline(Steps<Board>& steps, const Config& config, const RankRequest& request)
        : steps_(steps),
          config_(config),
          request_(request),
          crossovers_(mix_table(config.crossover)),
          mutations_(mix_table(config.mutation)),
          merges_(replacement_rule(config).merges),
          waves_(waves_of(config)) {}

    void make_children() const {
        for (std::uint32_t wave = 0; wave < waves_; ++wave) make_child(Child{*this, 0, wave});
        steps_.fuse_children(config_);
    }
    std::uint32_t tries() const { return config_.tries; }
    void try_again(std::uint32_t number) const { try_child_again(Child{*this, number}); }
    bool rejects_duplicates() const { return config_.distinct; }
    void replace_duplicates() const { evodoku::replace_duplicates(Duplicates{*this}); }
    void rank() const { steps_.add_rank(request_); }
    bool merges() const { return merges_; }
    void merge() const { steps_.add_merge(); }
    void end() const { steps_.add_end_of_generation(); }

private:
    /// Every child at once: see make_child().
    struct Child {
        const GenerationPipeline& of;
        std::uint32_t try_number, wave = 0;

        void plan() const { of.steps_.add_plan(of.config_.selection, of.crossovers_, of.mutations_, wave, of.waves_); }
        void initialise() const { of.steps_.add_initialise(of.config_.initialisation, Plan::fresh); }
        void copy() const { of.steps_.add_copy(try_number); }
        void cross() const {
            std::uint32_t entry = 0;
            for (const auto& [op, weight] : of.config_.crossover) of.steps_.add_cross(op, ++entry, try_number);
        }
        void mutate() const {
            std::uint32_t entry = 0;
            for (const auto& [op, weight] : of.config_.mutation) of.steps_.add_mutate(op, ++entry, try_number);
        }
        void score() const {
            if (wave + 1 == of.waves_) of.steps_.add_score(of.config_.cost);
        }
        void keep_better() const { of.steps_.add_keep_better(of.config_.cost); }
    };

    /// Those already there: see replace_duplicates().
    struct Duplicates {
        const GenerationPipeline& of;

        void find_equals() const { of.steps_.add_find_equals(); }
        void find_seen() const {
            if (of.config_.seen != 0) of.steps_.add_find_seen();
        }
        void reject() const { of.steps_.add_reject(); }
        void make_rejected() const {
            if (!of.config_.drops) of.steps_.add_initialise(of.config_.initialisation, Plan::rejected);
        }
        void note_seen() const {
            if (of.config_.seen != 0) of.steps_.add_note_seen();
        }
        void forget_equals() const { of.steps_.add_forget_equals(); }
        void score_rejected() const { of.steps_.add_score_rejected(of.config_.cost); }
    };

    Steps<Board>& steps_;
    const Config& config_;
    const RankRequest& request_;
    MixTable crossovers_, mutations_;
    bool merges_;
    std::uint32_t waves_;
};

}  // namespace evodoku
