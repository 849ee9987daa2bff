/* How processes meet: each listens at an address that it puts into the store, and calls those of
 * lower numbers. Both ends of a connection prove that they know a secret of the store, before
 * anything else is read of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* accept4 */
#endif
#include "carrier.h"

#include "clock.h"
#include "cores.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { GUESTS = 64 }; /* connections that have not proved anything yet */

/* What the one who calls says, after it has been given a nonce. */
struct hello {
    uint64_t version, process;
    unsigned char nonce[SDYRT_SECRET];
    uint64_t proof;
};
static const uint64_t hello_version = UINT64_C(0x3363797364706374); /* of this order of bytes */

/* What is proved: who says it to whom, and after which nonces. */
struct claim {
    uint64_t word, from, to;
    unsigned char asked[SDYRT_SECRET], given[SDYRT_SECRET];
};
enum claim_words { CLAIM_HELLO = 1, CLAIM_ANSWER, CLAIM_MEMORY };

/* A connection that somebody has made to us. */
struct guest {
    int socket;
    int64_t done;
    struct hello hello;
    unsigned char nonce[SDYRT_SECRET];
};

struct meeting {
    const struct sdyrt_meeting *how;
    struct sdyrt_tcp *tcp;
    const struct sdyrt_carrier *carrier;
    int64_t other; /* a process that has another one; -1: none has */
    int listener;
    double end;
    int64_t missing; /* processes that have not called yet */
    uint64_t house;  /* whose processes see each other's memory, if this one has some; or 0 */
    struct guest guests[GUESTS];
    char *message;
};

static int fail(const struct meeting *meeting, const char *what, int64_t process) {
    int length = snprintf(meeting->message, SDYRT_MESSAGE, "process %lld: %s",
                          (long long)meeting->how->own, what);
    if (process >= 0) {
        snprintf(meeting->message + length, (size_t)(SDYRT_MESSAGE - length), " %lld",
                 (long long)process);
    }
    return 0;
}

/* --- the store -------------------------------------------------------------------------------- */

static void key_of(const struct meeting *meeting, const char *what, int64_t process,
                   char key[SDYRT_REASON]) {
    snprintf(key, SDYRT_REASON, "%s/%s/%lld", meeting->how->name, what, (long long)process);
}

static int put(const struct meeting *meeting, const char *what, int64_t process,
               const char *value) {
    const struct sdyrt_store *store = &meeting->how->store;
    char key[SDYRT_REASON];
    key_of(meeting, what, process, key);
    return store->put(store->data, key, value) ||
           fail(meeting, "the store takes nothing from process", meeting->how->own);
}

static int get(const struct meeting *meeting, const char *what, int64_t process,
               char value[SDYRT_REASON]) {
    const struct sdyrt_store *store = &meeting->how->store;
    double left = meeting->end - sdyrt_seconds();
    char key[SDYRT_REASON];
    key_of(meeting, what, process, key);
    return store->get(store->data, key, left > 0 ? left : 0, value, SDYRT_REASON) ||
           fail(meeting, "the store has nothing in time from process", process);
}

/* Process 0 makes it up. */
static int share_secret(struct meeting *meeting) {
    char text[SDYRT_REASON];
    if (meeting->how->own == 0) {
        if (getrandom(meeting->tcp->secret, SDYRT_SECRET, 0) != SDYRT_SECRET) {
            return fail(meeting, "the system has no random numbers", -1);
        }
        for (int i = 0; i < SDYRT_SECRET; i++) {
            snprintf(text + 2 * i, 3, "%02x", meeting->tcp->secret[i]);
        }
        return put(meeting, "secret", 0, text);
    }
    if (!get(meeting, "secret", 0, text)) {
        return 0;
    }
    for (int i = 0; i < SDYRT_SECRET; i++) {
        unsigned byte;
        if (sscanf(text + 2 * i, "%2x", &byte) != 1) {
            return fail(meeting, "the store has a secret that is none, of process", 0);
        }
        meeting->tcp->secret[i] = (unsigned char)byte;
    }
    return 1;
}

/* --- sockets ---------------------------------------------------------------------------------- */

/* Messages come in bursts, for which others wait. A congestion control that paces what it sends has
   measured the pace in such bursts, and stays behind what the network takes; where it is the
   system's, an ordinary one takes its place. 0: SDYC_CONGESTION names one that the system does not
   have. */
static int choose_control(int socket) {
    static const char *const ordinary[] = {"cubic", "reno"}; /* the second one is always allowed */
    const char *asked = getenv("SDYC_CONGESTION");
    char given[SDYRT_REASON] = "";
    socklen_t size = sizeof given - 1;
    if (asked != NULL && *asked != 0) {
        return setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, asked, (socklen_t)strlen(asked)) ==
               0;
    }
    int paces = getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, given, &size) == 0 &&
                strncmp(given, "bbr", 3) == 0;
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary && paces; i++) {
        paces = setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, ordinary[i],
                           (socklen_t)strlen(ordinary[i])) != 0;
    }
    return 1;
}

/* A socket of the address: connecting to it, or listening at it; -1: it cannot be had. */
static int open_socket(const char *address, const char *port, int listens) {
    struct addrinfo hints, *found;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV | (listens ? AI_PASSIVE : 0);
    if (getaddrinfo(address, port, &hints, &found) != 0) {
        return -1;
    }
    int opened = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (opened >= 0) {
        choose_control(opened); /* before it is connected: a pace that is set once stays */
    }
    int done = opened < 0 ? -1
               : listens  ? bind(opened, found->ai_addr, found->ai_addrlen)
                          : connect(opened, found->ai_addr, found->ai_addrlen);
    done = done == 0 && listens ? listen(opened, SOMAXCONN) : done;
    freeaddrinfo(found);
    if (opened >= 0 && done != 0 && !(errno == EINPROGRESS && !listens)) {
        close(opened);
        opened = -1;
    }
    return opened;
}

static int port_of(int listener) {
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    if (getsockname(listener, (struct sockaddr *)&own, &size) != 0) {
        return 0;
    }
    return own.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&own)->sin6_port)
                                     : ntohs(((struct sockaddr_in *)&own)->sin_port);
}

/* Short messages go at once, and a machine that has vanished is noticed. */
static void tune(int socket) {
    const struct {
        int level, option, value;
    } options[] = {
        {IPPROTO_TCP, TCP_NODELAY, 1},           {SOL_SOCKET, SO_KEEPALIVE, 1},
        {IPPROTO_TCP, TCP_KEEPIDLE, SDYRT_KEEP}, {IPPROTO_TCP, TCP_KEEPINTVL, SDYRT_KEEP},
        {IPPROTO_TCP, TCP_KEEPCNT, SDYRT_KEEP},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        setsockopt(socket, options[i].level, options[i].option, &options[i].value, sizeof(int));
    }
}

/* All the bytes, before time is up. */
static int transfer(const struct meeting *meeting, int socket, void *data, size_t size, int sends) {
    size_t done = 0;
    while (done < size) {
        double left = meeting->end - sdyrt_seconds();
        struct pollfd ready = {socket, (short)(sends ? POLLOUT : POLLIN), 0};
        if (left <= 0 || (poll(&ready, 1, (int)(1e3 * left) + 1) < 0 && errno != EINTR)) {
            return 0;
        }
        char *at = (char *)data + done;
        ssize_t moved =
            sends ? send(socket, at, size - done, MSG_NOSIGNAL) : recv(socket, at, size - done, 0);
        if (moved == 0 || (moved < 0 && errno != EAGAIN && errno != EINTR)) {
            return 0;
        }
        done += moved > 0 ? (size_t)moved : 0;
    }
    return 1;
}

/* --- proofs ----------------------------------------------------------------------------------- */

static uint64_t prove(const struct meeting *meeting, uint64_t word, const struct hello *hello,
                      uint64_t to, const unsigned char nonce[SDYRT_SECRET]) {
    struct claim claim;
    memset(&claim, 0, sizeof claim);
    claim.word = word;
    claim.from = hello->process;
    claim.to = to;
    memcpy(claim.asked, nonce, SDYRT_SECRET);
    memcpy(claim.given, hello->nonce, SDYRT_SECRET);
    return sdyrt_tcp_proof(meeting->tcp->secret, &claim, sizeof claim);
}

static void link_up(const struct meeting *meeting, int64_t process, int socket) {
    tune(socket);
    meeting->tcp->links[process].socket = socket;
    meeting->tcp->links[process].state = SDYRT_LINK_OPEN;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* What the memory of a process begins with: who has the secret knows it. */
static uint64_t memory_word(const struct meeting *meeting, int64_t process) {
    struct claim claim;
    memset(&claim, 0, sizeof claim);
    claim.word = CLAIM_MEMORY;
    claim.from = (uint64_t)process;
    return sdyrt_tcp_proof(meeting->tcp->secret, &claim, sizeof claim);
}

/* All processes together have at most so much of the machine's memory as a 64th. */
static void open_depot(struct meeting *meeting) {
    const struct sdyrt_meeting *how = meeting->how;
    int64_t bytes = sdyrt_memory_bytes() / SDYRT_FEW_PEERS / how->count;
    if (!sdyrt_depot_open(&meeting->tcp->depot, bytes, memory_word(meeting, how->own))) {
        meeting->house = 0;
    }
}

/* Where a process is, and what is known of it. */
struct place {
    char port[8], carrier[16], address[SDYRT_REASON];
    uint64_t house;
    int64_t number; /* by which its system knows it */
    int file;       /* that its memory is there */
};

/* Looks for the memory of a process of this house, and tells it if it can be seen. */
static void see_memory(const struct meeting *meeting, int64_t process, const struct place *place) {
    struct sdyrt_link *link = &meeting->tcp->links[process];
    if (meeting->house != 0 && place->house == meeting->house &&
        sdyrt_area_open(&link->area, place->number, place->file, memory_word(meeting, process))) {
        sdyrt_link_say(link, SDYRT_FRAME_SEES, "");
    }
}

/* --- calling ---------------------------------------------------------------------------------- */

/* What comes of a call. */
enum call { CALL_FAILS, CALL_IS_CUT_OFF, CALL_IS_ANSWERED };

/* Both prove what they know. Whoever is called may have sent this one off for others, who had
   called and proved nothing yet. */
static enum call introduce(const struct meeting *meeting, int64_t process, int socket) {
    unsigned char nonce[SDYRT_SECRET];
    uint64_t answer;
    struct hello hello;
    memset(&hello, 0, sizeof hello);
    hello.version = hello_version;
    hello.process = (uint64_t)meeting->how->own;
    if (getrandom(hello.nonce, SDYRT_SECRET, 0) != SDYRT_SECRET ||
        !transfer(meeting, socket, nonce, SDYRT_SECRET, 0)) {
        return CALL_FAILS;
    }
    hello.proof = prove(meeting, CLAIM_HELLO, &hello, (uint64_t)process, nonce);
    if (!transfer(meeting, socket, &hello, sizeof hello, 1) ||
        !transfer(meeting, socket, &answer, sizeof answer, 0)) {
        return CALL_IS_CUT_OFF;
    }
    return answer == prove(meeting, CLAIM_ANSWER, &hello, (uint64_t)process, nonce)
               ? CALL_IS_ANSWERED
               : CALL_FAILS;
}

/* The socket, or -1. */
static int call_once(const struct meeting *meeting, int64_t process, const struct place *place,
                     enum call *what) {
    int socket = open_socket(place->address, place->port, 0);
    *what = socket < 0 ? CALL_FAILS : introduce(meeting, process, socket);
    if (socket >= 0 && *what != CALL_IS_ANSWERED) {
        close(socket);
        socket = -1;
    }
    return socket;
}

static const char *carrier_name(const struct meeting *meeting) {
    return meeting->carrier != NULL ? meeting->carrier->name : "tcp";
}

static int find_place(struct meeting *meeting, int64_t process, struct place *place) {
    struct sdyrt_link *link = &meeting->tcp->links[process];
    char text[SDYRT_REASON];
    if (!get(meeting, "address", process, text)) {
        return 0;
    }
    if (sscanf(text, "%7s %15s %" SCNd64 " %" SCNx64 " %" SCNx64 " %" SCNd64 " %d %255s",
               place->port, place->carrier, &link->note, &link->machine, &place->house,
               &place->number, &place->file, place->address) != 8) {
        return fail(meeting, "the store has an address that is none, of process", process);
    }
    if (strcmp(place->carrier, carrier_name(meeting)) != 0) {
        meeting->other = process;
    }
    return 1;
}

static int call(struct meeting *meeting, int64_t process) {
    struct place place;
    if (!find_place(meeting, process, &place)) {
        return 0;
    }
    enum call what = CALL_IS_CUT_OFF;
    int socket = -1;
    while (what == CALL_IS_CUT_OFF && sdyrt_seconds() < meeting->end) {
        struct pollfd nothing = {-1, 0, 0};
        socket = call_once(meeting, process, &place, &what);
        poll(&nothing, 1, what == CALL_IS_CUT_OFF);
    }
    if (socket < 0) {
        return fail(meeting, "there is no connection to process", process);
    }
    link_up(meeting, process, socket);
    see_memory(meeting, process, &place);
    return 1;
}

/* --- being called ----------------------------------------------------------------------------- */

static void send_off(struct guest *guest) {
    close(guest->socket);
    guest->socket = -1;
}

/* A free place; where there is none, the first has to go. */
static struct guest *seat(struct meeting *meeting) {
    for (int i = 0; i < GUESTS; i++) {
        if (meeting->guests[i].socket < 0) {
            return &meeting->guests[i];
        }
    }
    send_off(&meeting->guests[0]);
    memmove(&meeting->guests[0], &meeting->guests[1], (GUESTS - 1) * sizeof(struct guest));
    return &meeting->guests[GUESTS - 1];
}

static void let_in(struct meeting *meeting) {
    int socket = accept4(meeting->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) {
        return;
    }
    struct guest *guest = seat(meeting);
    guest->socket = socket;
    guest->done = 0;
    if (getrandom(guest->nonce, SDYRT_SECRET, 0) != SDYRT_SECRET ||
        send(socket, guest->nonce, SDYRT_SECRET, MSG_NOSIGNAL) != SDYRT_SECRET) {
        send_off(guest);
    }
}

/* Whoever proves that it is a process that has not come yet is one. */
static void recognize(struct meeting *meeting, struct guest *guest) {
    const struct hello *hello = &guest->hello;
    uint64_t own = (uint64_t)meeting->how->own, count = (uint64_t)meeting->how->count;
    int is_known = hello->version == hello_version && hello->process > own &&
                   hello->process < count && meeting->tcp->links[hello->process].socket < 0 &&
                   hello->proof == prove(meeting, CLAIM_HELLO, hello, own, guest->nonce);
    uint64_t answer = is_known ? prove(meeting, CLAIM_ANSWER, hello, own, guest->nonce) : 0;
    if (!is_known ||
        send(guest->socket, &answer, sizeof answer, MSG_NOSIGNAL) != (ssize_t)sizeof answer) {
        send_off(guest);
        return;
    }
    link_up(meeting, (int64_t)hello->process, guest->socket);
    guest->socket = -1;
    meeting->missing--;
}

static void listen_to(struct meeting *meeting, struct guest *guest) {
    char *at = (char *)&guest->hello + guest->done;
    ssize_t got = recv(guest->socket, at, sizeof guest->hello - (size_t)guest->done, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        send_off(guest);
        return;
    }
    guest->done += got > 0 ? got : 0;
    if (guest->done == (int64_t)sizeof guest->hello) {
        recognize(meeting, guest);
    }
}

static int64_t first_missing(const struct meeting *meeting) {
    int64_t process = meeting->how->own + 1;
    while (process < meeting->how->count && meeting->tcp->links[process].socket >= 0) {
        process++;
    }
    return process;
}

static int be_called(struct meeting *meeting) {
    struct pollfd polls[GUESTS + 1];
    while (meeting->missing > 0) {
        double left = meeting->end - sdyrt_seconds();
        polls[GUESTS] = (struct pollfd){meeting->listener, POLLIN, 0};
        for (int i = 0; i < GUESTS; i++) {
            polls[i] = (struct pollfd){meeting->guests[i].socket, POLLIN, 0};
        }
        if (left <= 0) {
            return fail(meeting, "nothing has been heard in time from process",
                        first_missing(meeting));
        }
        poll(polls, GUESTS + 1, (int)(1e3 * left) + 1);
        for (int i = 0; i < GUESTS; i++) {
            if (polls[i].revents != 0) {
                listen_to(meeting, &meeting->guests[i]);
            }
        }
        if (polls[GUESTS].revents != 0) {
            let_in(meeting);
        }
    }
    return 1;
}

/* --- all together ----------------------------------------------------------------------------- */

/* The machine that this is, for those who share its processors. */
static uint64_t machine_word(void) {
    static const unsigned char key[SDYRT_SECRET] = {0};
    char text[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file != NULL) {
        fclose(file);
    } else if (gethostname(text, sizeof text - 1) == 0) {
        size = strlen(text);
    }
    return sdyrt_tcp_proof(key, text, size);
}

/* Those processes of a machine that see each other's numbers. Who has a network of its own is taken
   for another machine in this, too: its memory may be told apart from the one at hand. */
static uint64_t house_word(uint64_t machine) {
    static const char *const spaces[] = {"/proc/self/ns/pid", "/proc/self/ns/net"};
    static const unsigned char key[SDYRT_SECRET] = {0};
    char text[64 * 2] = "";
    size_t used = sizeof machine;
    memcpy(text, &machine, sizeof machine);
    for (int i = 0; i < 2; i++) {
        ssize_t size = readlink(spaces[i], text + used, (sizeof text - sizeof machine) / 2);
        if (size <= 0) {
            return 0;
        }
        used += (size_t)size;
    }
    return sdyrt_tcp_proof(key, text, used);
}

static int announce(struct meeting *meeting) {
    const struct sdyrt_meeting *how = meeting->how;
    struct sdyrt_link *own = &meeting->tcp->links[how->own];
    char text[SDYRT_REASON];
    meeting->listener = open_socket(how->address, "0", 1);
    if (meeting->listener < 0) {
        snprintf(meeting->message, SDYRT_MESSAGE, "process %lld cannot listen at %s: %s",
                 (long long)how->own, how->address, strerror(errno));
        return 0;
    }
    if (!choose_control(meeting->listener)) {
        return fail(meeting, "the system does not have the congestion control of SDYC_CONGESTION",
                    -1);
    }
    own->note = how->note;
    own->machine = machine_word();
    if (meeting->carrier == NULL) {
        meeting->house = house_word(own->machine);
        open_depot(meeting);
    }
    snprintf(text, sizeof text, "%d %s %" PRId64 " %" PRIx64 " %" PRIx64 " %d %d %s",
             port_of(meeting->listener), carrier_name(meeting), own->note, own->machine,
             meeting->house, (int)getpid(), meeting->tcp->depot.file, how->address);
    return put(meeting, "address", how->own, text);
}

static int find_later_places(struct meeting *meeting) {
    struct place place;
    int good = 1;
    for (int64_t process = meeting->how->own + 1; process < meeting->how->count && good;
         process++) {
        good = find_place(meeting, process, &place);
        if (good) {
            see_memory(meeting, process, &place);
        }
    }
    return good;
}

static int meet(struct meeting *meeting) {
    int good = sdyrt_carrier_choose(&meeting->carrier, meeting->message) && share_secret(meeting) &&
               announce(meeting);
    for (int64_t process = 0; process < meeting->how->own && good; process++) {
        good = call(meeting, process);
    }
    return good && be_called(meeting) && find_later_places(meeting) &&
           (meeting->other < 0 ||
            fail(meeting, "SDYC_TRANSPORT is another than that of process", meeting->other));
}

static struct sdyrt_tcp *tcp_new(const struct sdyrt_meeting *how) {
    struct sdyrt_tcp *tcp = (struct sdyrt_tcp *)calloc(1, sizeof *tcp);
    if (tcp == NULL) {
        return NULL;
    }
    pthread_mutex_init(&tcp->lock, NULL);
    pthread_cond_init(&tcp->moved, NULL);
    tcp->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    tcp->depot.file = -1;
    tcp->own = how->own;
    tcp->limit = how->limit;
    tcp->silence = how->silence;
    tcp->count = how->count;
    tcp->links = (struct sdyrt_link *)calloc((size_t)how->count, sizeof *tcp->links);
    tcp->polls = (struct pollfd *)calloc((size_t)how->count + 1, sizeof *tcp->polls);
    for (int64_t i = 0; i < how->count && tcp->links != NULL; i++) {
        tcp->links[i].process = i;
        tcp->links[i].socket = -1;
    }
    if (tcp->links == NULL || tcp->polls == NULL || tcp->waker < 0) {
        sdyrt_tcp_part(tcp);
        return NULL;
    }
    return tcp;
}

struct sdyrt_tcp *sdyrt_tcp_meet(const struct sdyrt_meeting *how, char message[SDYRT_MESSAGE]) {
    struct meeting *meeting = (struct meeting *)calloc(1, sizeof *meeting);
    struct sdyrt_tcp *tcp = tcp_new(how);
    if (meeting == NULL || tcp == NULL) {
        snprintf(message, SDYRT_MESSAGE, "process %lld: out of memory", (long long)how->own);
        free(meeting);
        sdyrt_tcp_part(tcp);
        return NULL;
    }
    meeting->how = how;
    meeting->tcp = tcp;
    meeting->listener = -1;
    meeting->other = -1;
    meeting->end = sdyrt_seconds() + how->limit;
    meeting->missing = how->count - 1 - how->own;
    meeting->message = message;
    for (int i = 0; i < GUESTS; i++) {
        meeting->guests[i].socket = -1;
    }
    int good = meet(meeting) &&
               (sdyrt_beats_begin(tcp) || fail(meeting, "no thread can be had", -1)) &&
               (meeting->carrier == NULL || sdyrt_carrier_begin(tcp, meeting->carrier, message));
    for (int i = 0; i < GUESTS; i++) {
        if (meeting->guests[i].socket >= 0) {
            send_off(&meeting->guests[i]);
        }
    }
    if (meeting->listener >= 0) {
        close(meeting->listener);
    }
    free(meeting);
    if (!good) {
        sdyrt_tcp_part(tcp);
    }
    return good ? tcp : NULL;
}

/* --- who has met ------------------------------------------------------------------------------ */

int64_t sdyrt_tcp_own(const struct sdyrt_tcp *tcp) {
    return tcp->own;
}

int64_t sdyrt_tcp_note(const struct sdyrt_tcp *tcp, int64_t process) {
    return tcp->links[process].note;
}

int sdyrt_tcp_neighbours(const struct sdyrt_tcp *tcp, const int64_t *members, int64_t count) {
    int neighbours = 0;
    for (int64_t i = 0; i < count; i++) {
        neighbours += tcp->links[members[i]].machine == tcp->links[tcp->own].machine;
    }
    return neighbours;
}
