// SPDX-License-Identifier: MIT
// Thread on which the viewer reads a file.
#include "viewer/files/loading.h"

#include <exception>
#include <thread>
#include <utility>

#include "files/error.h"

namespace viewer {

struct Loading::Job {
  std::filesystem::path file;
  image_io::LayerChoice layers;
  engine::Progress progress;
  std::atomic<bool> is_over = false;  ///< what follows is complete
  std::unique_ptr<session::SourceData> data;
  std::exception_ptr error;
  std::jthread thread;  ///< last: it is waited for first
};

Loading::Loading() = default;

Loading::~Loading() {
  stop();
  stopped_.clear();  // on_end is needed until then
}

void Loading::start(const std::filesystem::path& file, const session::Surroundings& surroundings,
                    const engine::LightCache& cache, const image_io::ReadOptions& options) {
  start(file, [file, surroundings, cache, options](engine::Progress* progress) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw files::Error(file, "is a folder, not a scene or a picture");
    return session::read_source(file, surroundings, cache, progress, options);
  });
  job_->layers = options.layers;
}

void Loading::start(const std::filesystem::path& file, session::SourceWork work) {
  stop();
  drop_ended();
  job_ = std::make_unique<Job>();
  job_->file = file;
  job_->thread = std::jthread([this, &job = *job_, work = std::move(work)] {
    try {
      job.data = work(&job.progress);
    } catch (...) {
      job.error = std::current_exception();
    }
    job.is_over = true;
    on_end();
  });
}

void Loading::stop() {
  if (job_ == nullptr) return;
  job_->progress.stop();
  stopped_.push_back(std::move(job_));
}

void Loading::drop_ended() {
  std::erase_if(stopped_, [](const std::unique_ptr<Job>& job) { return job->is_over.load(); });
}

bool Loading::is_ready() const { return job_->is_over; }
const std::filesystem::path& Loading::file() const { return job_->file; }
const image_io::LayerChoice& Loading::layers() const { return job_->layers; }
float Loading::done() const { return job_->progress.done(); }

std::unique_ptr<session::SourceData> Loading::take() {
  const std::unique_ptr<Job> job = std::move(job_);
  job->thread.join();
  if (job->error) std::rethrow_exception(job->error);
  return std::move(job->data);
}

}  // namespace viewer
