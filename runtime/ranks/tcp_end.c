/* The last words of connections, and the goodbye of a process. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MSG_NOSIGNAL */
#endif
#include "carrier.h"

#include "clock.h"
#include "sizes.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

void sdyrt_link_say(struct sdyrt_link *link, enum sdyrt_frame_kind kind, const char *text) {
    char bytes[sizeof(struct sdyrt_frame) + SDYRT_REASON];
    struct sdyrt_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.magic = SDYRT_FRAME_MAGIC;
    frame.kind = kind;
    frame.bytes = minimum((int64_t)strlen(text), SDYRT_REASON - 1);
    memcpy(bytes, &frame, sizeof frame);
    memcpy(bytes + sizeof frame, text, (size_t)frame.bytes);
    if (link->socket >= 0 && link->out.first == NULL) { /* else it would be within a message */
        ssize_t sent = send(link->socket, bytes, sizeof frame + (size_t)frame.bytes,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)sent;
    }
}

/* Whether bytes are on their way that the other end's system has not got yet. What comes meanwhile
   is for nobody: unread, it would make the end of the connection drop those bytes. */
static int is_under_way(struct sdyrt_link *link) {
    ssize_t got = 1;
    int bytes = 0;
    while (got > 0) {
        got = recv(link->socket, link->ahead, SDYRT_LINK_ROOM, MSG_DONTWAIT);
    }
    int is_open = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return is_open && ioctl(link->socket, TIOCOUTQ, &bytes) == 0 && bytes > 0;
}

/* Says goodbye, and sees to it that this and what was sent before arrives. */
static void take_leave(struct sdyrt_link *link, double end) {
    sdyrt_link_say(link, SDYRT_FRAME_GOODBYE, "");
    while (link->socket >= 0 && is_under_way(link) && sdyrt_seconds() < end) {
        struct pollfd nothing = {-1, 0, 0};
        poll(&nothing, 1, 1);
    }
    sdyrt_link_drop(link);
}

void sdyrt_tcp_part(struct sdyrt_tcp *tcp) {
    if (tcp == NULL) {
        return;
    }
    double end = sdyrt_seconds() + tcp->limit;
    if (tcp->carrier != NULL) {
        tcp->carrier->leave(tcp, end);
    }
    sdyrt_beats_end(tcp);
    for (int64_t i = 0; tcp->links != NULL && i < tcp->count; i++) {
        struct sdyrt_link *link = &tcp->links[i];
        take_leave(link, end);
        sdyrt_parcels_free(&link->early, i != tcp->own);
        sdyrt_area_close(&link->area);
    }
    if (tcp->carrier != NULL) {
        tcp->carrier->close(tcp);
    }
    sdyrt_depot_close(&tcp->depot);
    if (tcp->waker >= 0) {
        close(tcp->waker);
    }
    pthread_cond_destroy(&tcp->moved);
    pthread_mutex_destroy(&tcp->lock);
    free(tcp->links);
    free(tcp->polls);
    free(tcp);
}
