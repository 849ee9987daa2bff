#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MSG_NOSIGNAL */
#endif
#include "carrier.h"

#include "clock.h"
#include "fence.h"
#include "sizes.h"
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Bytes that may have come before they are waited for, of a process. */
enum { EARLY_MOST = INT32_MAX };

/* --- lists ------------------------------------------------------------------------------------ */

static void add_parcel(struct sdyrt_parcels *list, struct sdyrt_parcel *parcel) {
    parcel->next = NULL;
    if (list->first == NULL) {
        list->end = &list->first;
    }
    *list->end = parcel;
    list->end = &parcel->next;
}

static void take_parcel(struct sdyrt_parcels *list, struct sdyrt_parcel **place) {
    struct sdyrt_parcel *parcel = *place;
    *place = parcel->next;
    if (parcel->next == NULL) {
        list->end = place;
    }
}

/* The first message of a label. */
static struct sdyrt_parcel **find_parcel(struct sdyrt_parcels *list,
                                         const struct sdyrt_label *label) {
    struct sdyrt_parcel **place = &list->first;
    while (*place != NULL && ((*place)->frame.label.tag != label->tag ||
                              (*place)->frame.label.number != label->number)) {
        place = &(*place)->next;
    }
    return place;
}

void sdyrt_parcels_free(struct sdyrt_parcels *list, int with_data) {
    while (list->first != NULL) {
        struct sdyrt_parcel *parcel = list->first;
        list->first = parcel->next;
        if (with_data && parcel->frame.kind != SDYRT_FRAME_PLACED) {
            free(parcel->data);
        }
        free(parcel);
    }
}

/* `letter->data` NULL: the parcel has memory of its own. */
static struct sdyrt_parcel *parcel_of(const struct sdyrt_letter *letter) {
    struct sdyrt_parcel *parcel = (struct sdyrt_parcel *)calloc(1, sizeof *parcel);
    char *data = letter->data != NULL || parcel == NULL ? letter->data
                                                        : (char *)malloc((size_t)letter->bytes + 1);
    if (data == NULL) {
        free(parcel);
        return NULL;
    }
    parcel->frame.magic = SDYRT_FRAME_MAGIC;
    parcel->frame.kind = SDYRT_FRAME_MESSAGE;
    parcel->frame.label = letter->label;
    parcel->frame.bytes = letter->bytes;
    parcel->data = data;
    parcel->left = letter->left;
    return parcel;
}

/* --- the end of a link ------------------------------------------------------------------------ */

void sdyrt_link_drop(struct sdyrt_link *link) {
    if (link->socket >= 0) {
        close(link->socket);
    }
    link->socket = -1;
    if (link->into != NULL && link->into->left == NULL) {
        free(link->into->data);
    }
    free(link->into);
    link->into = NULL;
    sdyrt_parcels_free(&link->out, 0);
    sdyrt_parcels_free(&link->wanted, 0);
}

/* Of a reason, after what stands before it. */
enum { TOLD = SDYRT_REASON - (int)sizeof "process 9223372036854775807 has given up: " };

void sdyrt_link_lose(struct sdyrt_link *link, const char *why) {
    if (link->state != SDYRT_LINK_LOST) {
        link->state = SDYRT_LINK_LOST;
        snprintf(link->why, sizeof link->why, "process %lld %.*s", (long long)link->process, TOLD,
                 why);
    }
    sdyrt_link_drop(link);
}

static const char left_too_early[] = "has left while others wait for it";

static void lose_by_end(struct sdyrt_link *link) {
    if (link->state != SDYRT_LINK_LEFT) {
        sdyrt_link_lose(link, "is gone: its connection has ended");
    } else if (link->wanted.first != NULL || link->out.first != NULL) {
        sdyrt_link_lose(link, left_too_early);
    } else {
        sdyrt_link_drop(link);
    }
}

/* --- sending ---------------------------------------------------------------------------------- */

static void receive_all(struct sdyrt_link *link);

/* The other end has closed the connection. What it said before that has come already, and may be
   why. */
static void hear_the_last(struct sdyrt_link *link) {
    receive_all(link);
    if (link->socket >= 0) { /* else the end has been read */
        lose_by_end(link);
    }
}

/* Sends what the other end takes now of a message; 0: no more can be sent. */
static int send_some(struct sdyrt_link *link, struct sdyrt_parcel *parcel) {
    int64_t head = (int64_t)sizeof parcel->frame, begun = minimum(parcel->done, head);
    int64_t bytes = parcel->frame.kind == SDYRT_FRAME_PLACED ? 0 : parcel->frame.bytes;
    struct iovec pieces[2] = {
        {(char *)&parcel->frame + begun, (size_t)(head - begun)},
        {parcel->data + (parcel->done - begun), (size_t)(bytes + begun - parcel->done)},
    };
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = pieces;
    message.msg_iovlen = 2;
    ssize_t sent = sendmsg(link->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
            hear_the_last(link);
        }
        return 0;
    }
    parcel->done += sent;
    return parcel->done == head + bytes;
}

static void send_all(struct sdyrt_link *link) {
    while (link->socket >= 0 && link->out.first != NULL && send_some(link, link->out.first)) {
        struct sdyrt_parcel *sent = link->out.first;
        take_parcel(&link->out, &link->out.first);
        if (sent->left != NULL) {
            --*sent->left;
        }
        free(sent);
    }
}

/* --- receiving -------------------------------------------------------------------------------- */

/* Up to `bytes` of what comes, into `to`; 0: nothing is there now. */
static int64_t read_some(struct sdyrt_link *link, char *to, int64_t bytes) {
    int reads_ahead = bytes < SDYRT_LINK_ROOM;
    if (link->begin == link->end) {
        ssize_t got = recv(link->socket, reads_ahead ? link->ahead : to,
                           (size_t)(reads_ahead ? SDYRT_LINK_ROOM : bytes), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
            lose_by_end(link);
        }
        link->is_heard |= got > 0;
        if (got <= 0 || !reads_ahead) {
            return got > 0 ? got : 0;
        }
        link->begin = 0;
        link->end = got;
    }
    int64_t ready = minimum(bytes, link->end - link->begin);
    memcpy(to, link->ahead + link->begin, (size_t)ready);
    link->begin += ready;
    return ready;
}

static void deliver(struct sdyrt_parcel *wanted, const char *data) {
    memcpy(wanted->data, data, (size_t)wanted->frame.bytes);
    --*wanted->left;
    free(wanted);
}

/* What a thread of the own process sends to another one. */
static void deliver_own(struct sdyrt_link *link, struct sdyrt_parcel *wanted,
                        struct sdyrt_parcel *sent) {
    if (wanted->frame.bytes != sent->frame.bytes) {
        free(wanted);
        free(sent);
        sdyrt_link_lose(link, "sends itself another length than is expected");
        sdyrt_parcels_free(&link->early, 0);
        return;
    }
    --*sent->left;
    deliver(wanted, sent->data);
    free(sent);
}

/* The one who waits for what comes, which is as long as it is to be; NULL: nobody does. */
static struct sdyrt_parcel *take_wanted(struct sdyrt_link *link) {
    struct sdyrt_parcel **place = find_parcel(&link->wanted, &link->frame.label);
    struct sdyrt_parcel *wanted = *place;
    if (wanted == NULL) {
        return NULL;
    }
    if (wanted->frame.bytes != link->frame.bytes) {
        char why[SDYRT_REASON];
        snprintf(why, sizeof why,
                 "sends %lld bytes where %lld are expected: its program is another",
                 (long long)link->frame.bytes, (long long)wanted->frame.bytes);
        sdyrt_link_lose(link, why);
        return NULL;
    }
    take_parcel(&link->wanted, place);
    return wanted;
}

/* What a message becomes that nobody waits for yet; NULL: there is no room. */
static struct sdyrt_parcel *early_parcel(struct sdyrt_link *link) {
    struct sdyrt_letter letter = {link->process, link->frame.bytes, NULL, link->frame.label, NULL};
    struct sdyrt_parcel *parcel =
        link->frame.bytes <= EARLY_MOST - link->early_bytes ? parcel_of(&letter) : NULL;
    if (parcel != NULL) {
        link->early_bytes += link->frame.bytes;
    }
    return parcel;
}

/* Its bytes follow: into the memory of the one who waits for them, or into some of their own. */
static void begin_message(struct sdyrt_link *link) {
    link->into = link->frame.kind == SDYRT_FRAME_MESSAGE ? take_wanted(link) : NULL;
    if (link->into == NULL && link->state == SDYRT_LINK_OPEN) { /* else its length was another */
        link->into = early_parcel(link);
    }
    link->is_held = link->into == NULL && link->state == SDYRT_LINK_OPEN;
}

/* A message that lies in the memory of the other end, for the one who waits for it, or for whoever
   will. */
static void take_placed(struct sdyrt_link *link, const char *data) {
    struct sdyrt_parcel *wanted = take_wanted(link), *early;
    if (wanted != NULL) {
        deliver(wanted, data);
        sdyrt_area_release(&link->area, &link->frame.place);
    } else if (link->state == SDYRT_LINK_OPEN) { /* else its length was another */
        early = (struct sdyrt_parcel *)calloc(1, sizeof *early);
        link->is_held = early == NULL;
        if (early != NULL) {
            early->frame = link->frame;
            early->data = (char *)(uintptr_t)data;
            add_parcel(&link->early, early);
        }
    }
}

/* Whether a frame is one that may come; its lengths are looked at before anything is made of them.
   `*placed` is where the bytes lie that do not follow it. */
static int is_frame(const struct sdyrt_link *link, char **placed) {
    const struct sdyrt_frame *frame = &link->frame;
    int good = frame->magic == SDYRT_FRAME_MAGIC && frame->bytes >= 0;
    *placed = NULL;
    switch (frame->kind) {
    case SDYRT_FRAME_MESSAGE:
        return good;
    case SDYRT_FRAME_PLACED:
        *placed = sdyrt_area_block(&link->area, &frame->place, frame->bytes);
        return good && *placed != NULL;
    case SDYRT_FRAME_GIVES_UP:
        return good && frame->bytes < SDYRT_REASON;
    default:
        return good && frame->bytes == 0 && frame->kind < SDYRT_FRAME_GIVES_UP;
    }
}

/* A frame has come. */
static void open_frame(struct sdyrt_link *link) {
    const struct sdyrt_frame *frame = &link->frame;
    char *placed;
    if (!is_frame(link, &placed)) {
        sdyrt_link_lose(link, "sends what is no message");
        return;
    }
    if (link->state != SDYRT_LINK_OPEN) {
        sdyrt_link_lose(link, "sends more after its goodbye");
        return;
    }
    link->is_held = 0;
    if (placed != NULL) {
        take_placed(link, placed);
    } else if (frame->kind == SDYRT_FRAME_GOODBYE) {
        link->state = SDYRT_LINK_LEFT;
    } else if (frame->kind == SDYRT_FRAME_SEES) {
        link->sees = 1;
    } else if (frame->kind != SDYRT_FRAME_BEAT) {
        begin_message(link);
        return;
    }
    link->frame_done = link->is_held ? link->frame_done : 0;
}

/* All of a message has come. */
static void close_frame(struct sdyrt_link *link) {
    struct sdyrt_parcel *parcel = link->into, *wanted;
    link->into = NULL;
    link->frame_done = 0;
    if (parcel->left != NULL) {
        --*parcel->left;
        free(parcel);
        return;
    }
    if (link->frame.kind == SDYRT_FRAME_GIVES_UP) {
        char why[SDYRT_REASON + 32];
        snprintf(why, sizeof why, "has given up: %.*s", (int)link->frame.bytes, parcel->data);
        sdyrt_link_lose(link, why);
    } else if ((wanted = take_wanted(link)) != NULL) { /* meanwhile somebody waits for it */
        link->early_bytes -= parcel->frame.bytes;
        deliver(wanted, parcel->data);
    } else {
        add_parcel(&link->early, parcel);
        return;
    }
    free(parcel->data);
    free(parcel);
}

/* Reads a piece of a frame, or of what follows it; 0: nothing is there now. */
static int receive_some(struct sdyrt_link *link) {
    int64_t head = (int64_t)sizeof link->frame, got = 1;
    struct sdyrt_parcel *into = link->into;
    if (link->frame_done < head) {
        got = read_some(link, (char *)&link->frame + link->frame_done, head - link->frame_done);
        link->frame_done += got;
        if (link->frame_done == head) {
            open_frame(link);
        }
    } else if (into != NULL && into->done < into->frame.bytes) {
        got = read_some(link, into->data + into->done, into->frame.bytes - into->done);
        into = link->into; /* NULL: the connection has ended */
        if (into != NULL) {
            into->done += got;
        }
    }
    if (link->into != NULL && link->into->done == link->into->frame.bytes) {
        close_frame(link);
    }
    return got > 0;
}

static void receive_all(struct sdyrt_link *link) {
    while (link->socket >= 0 && !link->is_held && receive_some(link)) {
    }
}

/* The rest of what a link says comes by its connection, and may be a moment late. */
void sdyrt_link_fail(struct sdyrt_link *link, const char *why) {
    struct pollfd said = {link->socket, POLLIN, 0};
    if (link->state == SDYRT_LINK_OPEN && poll(&said, 1, SDYRT_SLEEP) > 0) {
        receive_all(link);
    }
    if (link->state == SDYRT_LINK_OPEN) {
        sdyrt_link_lose(link, why);
    }
}

/* --- all together ----------------------------------------------------------------------------- */

/* Whether its messages go by something else than the connections. */
static int is_carried(const struct sdyrt_tcp *tcp, int64_t process) {
    return tcp->carrier != NULL && process != tcp->own;
}

/* Who waits looks again: what they wait for may have moved, or is to be waited for besides. */
static void wake(struct sdyrt_tcp *tcp) {
    if (tcp->is_asked) {
        uint64_t one = 1;
        ssize_t written = write(tcp->waker, &one, sizeof one);
        (void)written;
    }
    pthread_cond_broadcast(&tcp->moved);
}

/* From thread to thread: straight into the memory of the one who waits, or whenever he does. */
static void hand_over(struct sdyrt_link *link, struct sdyrt_parcel *parcel) {
    struct sdyrt_parcel **place = find_parcel(&link->wanted, &parcel->frame.label);
    struct sdyrt_parcel *wanted = *place;
    if (link->state != SDYRT_LINK_OPEN) {
        free(parcel); /* its memory may be gone before anybody looks */
    } else if (wanted == NULL) {
        add_parcel(&link->early, parcel);
    } else {
        take_parcel(&link->wanted, place);
        deliver_own(link, wanted, parcel);
    }
}

/* Adds a message to what a connection has to send, and sends what it takes now. */
static void post(struct sdyrt_tcp *tcp, struct sdyrt_link *link, struct sdyrt_parcel *parcel) {
    if (link->process == tcp->own) {
        hand_over(link, parcel);
        return;
    }
    add_parcel(&link->out, parcel);
    if (link->out.first == parcel) {
        send_all(link);
    }
}

/* Whether a message goes by memory: it is so long that its own cost is the copy of its bytes. */
static int is_placed(const struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter) {
    return letter->bytes > SDYRT_MESSAGE_BYTES && letter->process != tcp->own &&
           tcp->links[letter->process].sees;
}

/* Puts the bytes into the own memory, once for all that see it, and says how many these are; 0:
   there is no room. The lock is held, but not while they are copied: others may send meanwhile. */
static int place_bytes(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letters, int64_t count,
                       struct sdyrt_block_place *place) {
    int readers = 0;
    for (int64_t i = 0; i < count; i++) {
        readers += is_placed(tcp, &letters[i]);
    }
    if (readers == 0 || !sdyrt_depot_reserve(&tcp->depot, letters->bytes, readers, place)) {
        return 0;
    }
    char *block = sdyrt_area_block(&tcp->depot.area, place, letters->bytes);
    pthread_mutex_unlock(&tcp->lock);
    sdyrt_move(block, letters->data, letters->bytes, 1);
    sdyrt_fence_stores();
    pthread_mutex_lock(&tcp->lock);
    return readers;
}

int sdyrt_tcp_send(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letters, int64_t count) {
    struct sdyrt_block_place place;
    int64_t sent = 0;
    pthread_mutex_lock(&tcp->lock);
    int readers = place_bytes(tcp, letters, count, &place), wakes = tcp->is_asked;
    for (; sent < count; sent++) {
        if (is_carried(tcp, letters[sent].process)) {
            if (!tcp->carrier->send(tcp, &letters[sent])) {
                break;
            }
            continue;
        }
        struct sdyrt_parcel *parcel = parcel_of(&letters[sent]);
        if (parcel == NULL) {
            break;
        }
        if (readers > 0 && is_placed(tcp, &letters[sent])) {
            parcel->frame.kind = SDYRT_FRAME_PLACED;
            parcel->frame.place = place;
            readers--;
        }
        wakes |= letters[sent].process == tcp->own;
        post(tcp, &tcp->links[letters[sent].process], parcel);
    }
    if (wakes) {
        wake(tcp);
    }
    pthread_mutex_unlock(&tcp->lock);
    return sent == count;
}

/* What has come already is delivered; the rest waits, and room may have been waiting for it. */
static void want(struct sdyrt_link *link, struct sdyrt_parcel *wanted) {
    struct sdyrt_parcel **place = find_parcel(&link->early, &wanted->frame.label);
    struct sdyrt_parcel *early = *place;
    if (early == NULL) {
        add_parcel(&link->wanted, wanted);
        if (link->is_held) {
            open_frame(link);
        }
        return;
    }
    take_parcel(&link->early, place);
    if (early->left != NULL) {
        deliver_own(link, wanted, early);
        return;
    }
    int placed = early->frame.kind == SDYRT_FRAME_PLACED;
    link->early_bytes -= placed ? 0 : early->frame.bytes;
    if (early->frame.bytes == wanted->frame.bytes) {
        deliver(wanted, early->data);
    } else {
        free(wanted);
        sdyrt_link_lose(link, "sends another length than is expected: its program is another");
    }
    if (placed) {
        sdyrt_area_release(&link->area, &early->frame.place);
    } else {
        free(early->data);
    }
    free(early);
}

int sdyrt_tcp_receive(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter) {
    int good;
    pthread_mutex_lock(&tcp->lock);
    if (is_carried(tcp, letter->process)) {
        good = tcp->carrier->receive(tcp, letter);
    } else {
        struct sdyrt_parcel *wanted = parcel_of(letter);
        good = wanted != NULL;
        if (good) {
            want(&tcp->links[letter->process], wanted);
        }
    }
    if (tcp->is_asked || letter->process == tcp->own) {
        wake(tcp);
    }
    pthread_mutex_unlock(&tcp->lock);
    return good;
}

/* What is to be waited for at a link; 0: nothing. Of one that is held its end alone. */
static int events_of(const struct sdyrt_link *link) {
    return link->socket < 0
               ? 0
               : (link->is_held ? POLLRDHUP : POLLIN) | (link->out.first != NULL ? POLLOUT : 0);
}

static void move_link(struct sdyrt_link *link, int events) {
    if (events & (POLLOUT | POLLERR)) {
        send_all(link);
    }
    if (link->is_held && events & (POLLRDHUP | POLLHUP | POLLERR)) {
        lose_by_end(link); /* the rest of what there is no room for does not come */
    } else if (events & (POLLIN | POLLHUP | POLLERR)) {
        receive_all(link);
    }
}

static void move_carried(struct sdyrt_tcp *tcp) {
    if (tcp->carrier != NULL) {
        tcp->carrier->move(tcp);
    }
}

/* Lists what the system is asked for. */
static void list_polls(struct sdyrt_tcp *tcp) {
    for (int64_t i = 0; i < tcp->count; i++) {
        struct sdyrt_link *link = &tcp->links[i];
        tcp->polls[i].events = (short)events_of(link);
        tcp->polls[i].fd = tcp->polls[i].events != 0 ? link->socket : -1;
        tcp->polls[i].revents = 0;
    }
    tcp->polls[tcp->count] = (struct pollfd){tcp->waker, POLLIN, 0};
    if (tcp->carrier != NULL) { /* the own link has no socket */
        tcp->polls[tcp->own] = (struct pollfd){tcp->bell, POLLIN, 0};
    }
}

/* Asks the system, without the lock where that takes time: other threads send meanwhile, and a link
   may end. */
static void ask_system(struct sdyrt_tcp *tcp, int milliseconds) {
    if (milliseconds > 0 && tcp->carrier != NULL && !tcp->carrier->rests(tcp)) {
        milliseconds = 0;
    }
    list_polls(tcp);
    if (milliseconds > 0) {
        tcp->is_asked = 1;
        pthread_mutex_unlock(&tcp->lock);
    }
    int ready = poll(tcp->polls, (nfds_t)tcp->count + 1, milliseconds);
    if (milliseconds > 0) {
        pthread_mutex_lock(&tcp->lock);
        tcp->is_asked = 0;
        pthread_cond_broadcast(&tcp->moved);
    }
    if (tcp->polls[tcp->count].revents != 0) {
        uint64_t count;
        ssize_t got = read(tcp->waker, &count, sizeof count);
        (void)got;
    }
    for (int64_t i = 0; i < tcp->count && ready > 0; i++) {
        if (tcp->polls[i].fd >= 0 && tcp->polls[i].fd == tcp->links[i].socket) {
            move_link(&tcp->links[i], tcp->polls[i].revents);
        }
    }
}

int sdyrt_tcp_move(struct sdyrt_tcp *tcp, const int64_t *left, int milliseconds) {
    pthread_mutex_lock(&tcp->lock);
    int done = left != NULL && *left == 0;
    if (!done && !tcp->is_asked) {
        move_carried(tcp);
        done = left != NULL && *left == 0;
        if (!done) {
            ask_system(tcp, milliseconds);
        }
    } else if (!done && milliseconds > 0) {
        pthread_cond_wait(&tcp->moved, &tcp->lock); /* which the other one's end signals */
    }
    done = left != NULL && *left == 0;
    pthread_mutex_unlock(&tcp->lock);
    return done;
}

const char *sdyrt_tcp_lost(struct sdyrt_tcp *tcp, int64_t process) {
    struct sdyrt_link *link = &tcp->links[process];
    pthread_mutex_lock(&tcp->lock);
    int carried = is_carried(tcp, process);
    if (link->state == SDYRT_LINK_LEFT && carried && tcp->carrier->is_used(tcp, process)) {
        sdyrt_link_lose(link, left_too_early);
    } else if (link->state == SDYRT_LINK_LEFT &&
               (link->wanted.first != NULL || link->out.first != NULL)) {
        lose_by_end(link);
    }
    if (link->state == SDYRT_LINK_OPEN && sdyrt_link_is_silent(tcp, link)) {
        char silence[SDYRT_REASON];
        snprintf(silence, sizeof silence,
                 "has said nothing for %.3g s: it has been stopped, or cannot be reached",
                 tcp->silence);
        sdyrt_link_lose(link, silence);
    }
    const char *why = link->state == SDYRT_LINK_LOST ? link->why : NULL;
    if (why != NULL && carried) {
        tcp->carrier->drop(tcp, process);
    }
    pthread_mutex_unlock(&tcp->lock);
    return why;
}

void sdyrt_tcp_beat(struct sdyrt_tcp *tcp) {
    static char nothing;
    for (int64_t i = 0; i < tcp->count; i++) {
        struct sdyrt_link *link = &tcp->links[i];
        const struct sdyrt_letter letter = {i, 0, &nothing, {0, 0}, NULL};
        struct sdyrt_parcel *beat =
            link->socket >= 0 && link->state == SDYRT_LINK_OPEN && link->out.first == NULL
                ? parcel_of(&letter)
                : NULL;
        if (beat != NULL) {
            beat->frame.kind = SDYRT_FRAME_BEAT;
            post(tcp, link, beat);
        }
        link->missed = link->is_heard || link->is_held ? 0 : link->missed + 1;
        link->is_heard = 0;
    }
    if (!tcp->is_asked) {
        move_carried(tcp);
        ask_system(tcp, 0);
    }
}

/* The other threads do not wait for this one either, nor look at its memory. */
static void lose_own(struct sdyrt_link *link, const char *why) {
    char reason[SDYRT_REASON];
    snprintf(reason, sizeof reason, "has given up: %.*s", TOLD, why);
    sdyrt_link_lose(link, reason);
    sdyrt_parcels_free(&link->early, 0);
}

void sdyrt_tcp_give_up(struct sdyrt_tcp *tcp, const char *why) {
    pthread_mutex_lock(&tcp->lock);
    for (int64_t i = 0; i < tcp->count; i++) {
        struct sdyrt_link *link = &tcp->links[i];
        if (i != tcp->own && link->state == SDYRT_LINK_OPEN) {
            sdyrt_link_say(link, SDYRT_FRAME_GIVES_UP, why);
            sdyrt_link_lose(link, "is no longer spoken to, after a failure");
        }
        sdyrt_link_drop(link);
        if (is_carried(tcp, i)) {
            tcp->carrier->drop(tcp, i);
        }
    }
    lose_own(&tcp->links[tcp->own], why);
    wake(tcp);
    pthread_mutex_unlock(&tcp->lock);
}
