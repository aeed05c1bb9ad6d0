"""System calls of Linux by their numbers: those that a child has no business with, and how one is made."""

from __future__ import annotations

import ctypes
from functools import cache

NUMBERS = """
# other programs and processes
execve 59 221; execveat 322 281; fork 57 -; vfork 58 -; ptrace 101 117; process_vm_readv 310 270
process_vm_writev 311 271; kcmp 312 272; rt_sigqueueinfo 129 138; rt_tgsigqueueinfo 297 240
tkill 200 130; pidfd_open 434 434; pidfd_send_signal 424 424; pidfd_getfd 438 438; setpgid 109 154
setsid 112 157; process_mrelease 448 448
# the network
socket 41 198; socketpair 53 199; connect 42 203; bind 49 200; listen 50 201; accept 43 202
accept4 288 242; sendto 44 206; sendmsg 46 211; sendmmsg 307 269; recvfrom 45 207; recvmsg 47 212
recvmmsg 299 243; getsockopt 55 209; setsockopt 54 208; getsockname 51 204; getpeername 52 205
shutdown 48 210
# files, but to read them
creat 85 -; truncate 76 45; ftruncate 77 46; rename 82 -; renameat 264 38; renameat2 316 276; link 86 -
linkat 265 37; symlink 88 -; symlinkat 266 36; unlink 87 -; unlinkat 263 35; mkdir 83 -; mkdirat 258 34
rmdir 84 -; mknod 133 -; mknodat 259 33; chmod 90 -; fchmod 91 52; fchmodat 268 53; chown 92 -
fchown 93 55; lchown 94 -; fchownat 260 54; utime 132 -; utimes 235 -; utimensat 280 88
futimesat 261 -; setxattr 188 5; lsetxattr 189 6; fsetxattr 190 7; removexattr 197 14
lremovexattr 198 15; fremovexattr 199 16; fallocate 285 47; copy_file_range 326 285; sendfile 40 71
splice 275 76; tee 276 77; vmsplice 278 75; inotify_init 253 -; inotify_init1 294 26
inotify_add_watch 254 27; fanotify_init 300 262; fanotify_mark 301 263; name_to_handle_at 303 264
open_by_handle_at 304 265; memfd_create 319 279; memfd_secret 447 447; flock 73 32; sync 162 81
syncfs 306 267; sync_file_range 277 84
# copies of what is open
dup 32 23; dup2 33 -; dup3 292 24
# shared memory and queues
shmget 29 194; shmat 30 196; shmctl 31 195; shmdt 67 197; semget 64 190; semop 65 193; semctl 66 191
semtimedop 220 192; msgget 68 186; msgsnd 69 189; msgrcv 70 188; msgctl 71 187; mq_open 240 180
mq_unlink 241 181; mq_timedsend 242 182; mq_timedreceive 243 183; mq_notify 244 184
mq_getsetattr 245 185; mlock 149 228; mlock2 325 284; mlockall 151 230; remap_file_pages 216 234
# more rights
setuid 105 146; setgid 106 144; setreuid 113 145; setregid 114 143; setresuid 117 147
setresgid 119 149; setfsuid 122 151; setfsgid 123 152; setgroups 116 159; capset 126 91; keyctl 250 219
add_key 248 217; request_key 249 218; setrlimit 160 164; personality 135 92; seccomp 317 277
# other places
chroot 161 51; pivot_root 155 41; unshare 272 97; setns 308 268; mount 165 40; umount2 166 39
open_tree 428 428; move_mount 429 429; fsopen 430 430; fsconfig 431 431; fsmount 432 432
fspick 433 433; mount_setattr 442 442; swapon 167 224; swapoff 168 225; quotactl 179 60
quotactl_fd 443 443; acct 163 89; landlock_create_ruleset 444 444; landlock_add_rule 445 445
landlock_restrict_self 446 446
# the kernel
init_module 175 105; finit_module 313 273; delete_module 176 106; kexec_load 246 104
kexec_file_load 320 294; reboot 169 142; bpf 321 280; perf_event_open 298 241; userfaultfd 323 282
io_setup 206 0; io_submit 209 2; io_destroy 207 1; io_cancel 210 3; io_getevents 208 4
io_pgetevents 333 292; io_uring_setup 425 425; io_uring_enter 426 426; io_uring_register 427 427
iopl 172 -; ioperm 173 -; modify_ldt 154 -; syslog 103 116; sethostname 170 161; setdomainname 171 162
settimeofday 164 170; clock_settime 227 112; clock_adjtime 305 266; adjtimex 159 171; vhangup 153 58
lookup_dcookie 212 18; nfsservctl 180 42; _sysctl 156 -; uselib 134 -; create_module 174 -
query_module 178 -; get_kernel_syms 177 -; ustat 136 -; sysfs 139 -
# the scheduler
setpriority 141 140; ioprio_set 251 30; sched_setparam 142 118; sched_setscheduler 144 119
sched_setattr 314 274; sched_setaffinity 203 122; mbind 237 235; migrate_pages 256 238
move_pages 279 239; set_mempolicy 238 237; set_mempolicy_home_node 450 450
"""
"""What the child has no business with, from the kernel's own tables.

One call after another: its name, its number on x86_64 and on aarch64, - where there is none.
"""


ALLOWED = """
open 2 -; openat 257 56; clone 56 220; kill 62 129; tgkill 234 131; prctl 157 167; prlimit 302 261
fcntl 72 25; sigaction 13 134; ioctl 16 29
"""
"""What it may call in some ways, in the same form."""

COLUMNS = {"x86_64": 1, "aarch64": 2}


def numbers(column: int, table: str = NUMBERS) -> dict[str, int]:
    """The numbers by name.

    >>> numbers(1)["execve"], numbers(2)["execve"], "fork" in numbers(2)
    (59, 221, False)
    """
    lines = (line for line in table.splitlines() if line and not line.startswith("#"))
    rows = (row.split() for line in lines for row in line.split(";"))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(number: int, *arguments: object) -> int:
    """A Linux system call by its number; -1 where it is refused."""
    words = (ctypes.c_long(word) if isinstance(word, int) else word for word in arguments)
    return int(_libc().syscall(ctypes.c_long(number), *words))


def prctl(option: int, argument: int) -> bool:
    """Whether Linux let us change this property of the process."""
    zero = ctypes.c_ulong(0)
    return int(_libc().prctl(ctypes.c_int(option), ctypes.c_ulong(argument), zero, zero, zero)) == 0
