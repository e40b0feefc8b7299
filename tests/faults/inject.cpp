// A library for LD_PRELOAD: counts the calls of a kind that a program makes after main() has begun, lets one of them
// fail, and lists changes of files. Variables of the environment:
//
//   FAULT_KIND=alloc FAULT_AT=7   the 7th allocation fails; FAULT_REST=1: and all after it
//   FAULT_REPORT=FILE             at the end of main(): calls of each kind, blocks and files that are still held, and
//   for
//                                 each started thread the allocations before it
//   FAULT_LOG=FILE                every change of a file, one per line, as tests/faults/crashes.py reads it
//
// Standard error never fails: messages are what the tests look at. With the kind `half`, the call writes half of its
// bytes, as on a disk that becomes full, and the next one fails.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <string_view>

extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* block, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* block);
}

namespace {

enum Kind { alloc, map, read_call, write_call, half, sync_call, name_call, open_call, cut, thread, kinds };
constexpr std::array<const char*, kinds> names = {"alloc", "map",  "read", "write", "half",
                                                  "sync",  "name", "open", "cut",   "thread"};

std::array<std::atomic<long>, kinds> calls;
std::array<std::atomic<long>, 16> before_thread;  // allocations
std::atomic<long> blocks;
std::atomic<bool> begun{false};
int failing = -1, log_file = -1;
long at = 0;
bool rest = false;

/// True if this call is to fail.
bool fails(Kind kind, int error) {
    if (!begun) return false;
    const long number = ++calls[kind];
    if (kind != failing || (rest ? number < at : number != at)) return false;
    errno = error;
    return true;
}

/// The function of this name that the program would have without this library.
template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class... Parts>
void note(const char* format, Parts... parts) {
    if (log_file < 0) return;
    const int error = errno;
    dprintf(log_file, format, parts...);
    errno = error;
}

unsigned long inode_of(int descriptor) {
    struct stat facts {};
    return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) ? facts.st_ino : 0;
}

/// Bytes that were written, with their place.
void note_write(int descriptor, const void* bytes, ssize_t count) {
    if (log_file < 0 || count <= 0 || inode_of(descriptor) == 0) return;
    const off_t end = lseek(descriptor, 0, SEEK_CUR);
    std::string hex;
    for (ssize_t k = 0; k < count; ++k) {
        const unsigned char byte = static_cast<const unsigned char*>(bytes)[k];
        hex += {"0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]};
    }
    note("write %lu %ld %s\n", inode_of(descriptor), static_cast<long>(end - count), hex.c_str());
}

int note_open(int descriptor, const char* name, int flags) {
    if (log_file < 0 || descriptor < 0 || (flags & O_ACCMODE) == O_RDONLY || inode_of(descriptor) == 0)
        return descriptor;
    const bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    note("open %lu %s %s\n", inode_of(descriptor), (flags & O_TRUNC) != 0 ? "empty" : "as-is", is_unnamed ? "" : name);
    return descriptor;
}

using Main = int(int, char**, char**);
Main* real_main;

long open_files() {
    long count = 0;
    for (int descriptor = 0; descriptor < 1024; ++descriptor) count += fcntl(descriptor, F_GETFD) != -1;
    return count;
}

int main_with_faults(int argc, char** argv, char** environment) {
    const char* const kind = getenv("FAULT_KIND");
    for (int k = 0; kind != nullptr && k < kinds; ++k)
        if (std::string_view(kind) == names[k]) failing = k;
    if (const char* number = getenv("FAULT_AT")) at = atol(number);
    rest = getenv("FAULT_REST") != nullptr;
    const char* const report = getenv("FAULT_REPORT");
    if (const char* name = getenv("FAULT_LOG")) log_file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const long files = open_files();
    blocks = 0;
    begun = true;
    const int code = real_main(argc, argv, environment);
    begun = false;
    log_file = -1;
    if (report == nullptr) return code;
    const int to = next(&::open, "open")(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    for (int k = 0; k < kinds; ++k) dprintf(to, "%s %ld\n", names[k], calls[k].load());
    dprintf(to, "blocks %ld\nfiles %ld\n", blocks.load(), open_files() - files - 1);
    for (long k = 0; k < calls[thread] && k < 16; ++k)
        dprintf(to, "before_thread_%ld %ld\n", k, before_thread[k].load());
    close(to);
    return code;
}

void* counted(void* block) {
    blocks += block != nullptr;
    return block;
}

}  // namespace

extern "C" {

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(), void (*fini)(), void (*end)(), void* stack) {
    real_main = main;
    return next(&::__libc_start_main, "__libc_start_main")(main_with_faults, argc, argv, init, fini, end, stack);
}

void* malloc(size_t bytes) { return fails(alloc, ENOMEM) ? nullptr : counted(__libc_malloc(bytes)); }
void* calloc(size_t count, size_t bytes) {
    return fails(alloc, ENOMEM) ? nullptr : counted(__libc_calloc(count, bytes));
}
void* realloc(void* block, size_t bytes) {
    if (fails(alloc, ENOMEM)) return nullptr;
    void* const moved = __libc_realloc(block, bytes);
    blocks += (moved != nullptr) - (block != nullptr);
    return moved;
}
void* memalign(size_t alignment, size_t bytes) {
    return fails(alloc, ENOMEM) ? nullptr : counted(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** block, size_t alignment, size_t bytes) {
    *block = memalign(alignment, bytes);
    return *block == nullptr ? ENOMEM : 0;
}
void free(void* block) {
    blocks -= block != nullptr;
    __libc_free(block);
}

void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor, off_t offset) noexcept {
    static const auto real = next(&::mmap, "mmap");
    return fails(map, ENOMEM) ? MAP_FAILED : real(address, bytes, protection, flags, descriptor, offset);
}

ssize_t read(int descriptor, void* bytes, size_t count) {
    static const auto real = next(&::read, "read");
    return fails(read_call, EIO) ? -1 : real(descriptor, bytes, count);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
    static const auto real = next(&::write, "write");
    if (descriptor != STDERR_FILENO && descriptor != log_file) {
        if (fails(write_call, ENOSPC)) return -1;
        const bool is_next = failing == half && calls[half] == at && begun;
        if (is_next || fails(half, ENOSPC)) {
            if (is_next) ++calls[half];
            if (is_next || count < 2) return errno = ENOSPC, -1;
            count /= 2;
        }
    }
    const ssize_t written = real(descriptor, bytes, count);
    if (descriptor != log_file) note_write(descriptor, bytes, written);
    return written;
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
    ssize_t written = 0;
    for (int k = 0; k < count; ++k) {
        const ssize_t part = write(descriptor, parts[k].iov_base, parts[k].iov_len);
        if (part < 0) return written == 0 ? part : written;
        written += part;
        if (static_cast<size_t>(part) < parts[k].iov_len) break;
    }
    return written;
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
    static const auto real = next(&::fwrite, "fwrite");
    return file != stderr && count != 0 && fails(write_call, ENOSPC) ? 0 : real(bytes, size, count, file);
}
int fflush(FILE* file) {
    static const auto real = next(&::fflush, "fflush");
    return file != stderr && fails(write_call, ENOSPC) ? EOF : real(file);
}

int fsync(int descriptor) {
    static const auto real = next(&::fsync, "fsync");
    if (fails(sync_call, EIO)) return -1;
    if (inode_of(descriptor) != 0) {
        note("sync %lu\n", inode_of(descriptor));
    } else {
        char name[4096] = "";
        const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
        const ssize_t length = readlink(link.c_str(), name, sizeof name - 1);
        note("sync-folder %.*s\n", static_cast<int>(length), name);
    }
    return real(descriptor);
}
int fdatasync(int descriptor) {
    static const auto real = next(&::fdatasync, "fdatasync");
    if (fails(sync_call, EIO)) return -1;
    note("sync %lu\n", inode_of(descriptor));
    return real(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    static const auto real = next(&::rename, "rename");
    if (fails(name_call, EACCES)) return -1;
    const int result = real(from, to);
    if (result == 0) note("rename %s\t%s\n", from, to);
    return result;
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
    static const auto real = next(&::linkat, "linkat");
    if (fails(name_call, EACCES)) return -1;
    struct stat facts {};
    const int result = real(from_folder, from, to_folder, to, flags);
    if (result == 0 && stat(to, &facts) == 0) note("link %lu %s\n", facts.st_ino, to);
    return result;
}
int unlink(const char* name) noexcept {
    static const auto real = next(&::unlink, "unlink");
    const int result = real(name);
    if (result == 0) note("unlink %s\n", name);
    return result;
}

int open(const char* name, int flags, ...) {
    static const auto real = next(&::open, "open");
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(open_call, EMFILE) ? -1 : note_open(real(name, flags, mode), name, flags);
}
FILE* fopen(const char* name, const char* how) {
    static const auto real = next(&::fopen, "fopen");
    return fails(open_call, EMFILE) ? nullptr : real(name, how);
}
FILE* fopen64(const char* name, const char* how) { return fopen(name, how); }
int mkostemp(char* name, int flags) {
    static const auto real = next(&::mkostemp, "mkostemp");
    return fails(open_call, EMFILE) ? -1 : real(name, flags);
}

int ftruncate(int descriptor, off_t length) noexcept {
    static const auto real = next(&::ftruncate, "ftruncate");
    if (fails(cut, EIO)) return -1;
    note("cut %lu %ld\n", inode_of(descriptor), static_cast<long>(length));
    return real(descriptor, length);
}

int pthread_create(pthread_t* id, const pthread_attr_t* how, void* (*begin)(void*), void* with) noexcept {
    static const auto real = next(&::pthread_create, "pthread_create");
    if (fails(thread, EAGAIN)) return EAGAIN;
    if (begun && calls[thread] <= 16) before_thread[calls[thread] - 1] = calls[alloc].load();
    return real(id, how, begin, with);
}
}
