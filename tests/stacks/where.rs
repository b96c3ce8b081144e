// SPDX-License-Identifier: GPL-2.0
//! A program in Rust that waits for data which never come.

extern "C" {
    fn pipe(fds: *mut i32) -> i32;
    fn read(fd: i32, to: *mut u8, size: usize) -> isize;
}

struct Config {
    fds: [i32; 2],
}

trait Load {
    fn load(&self, depth: u32) -> isize;
}

impl Load for Config {
    #[inline(never)]
    fn load(&self, depth: u32) -> isize {
        let mut room = [0u8; 16];
        let length = if depth > 0 {
            self.load(depth - 1)
        } else {
            unsafe { read(self.fds[0], room.as_mut_ptr(), room.len()) }
        };
        length + room[depth as usize] as isize
    }
}

#[inline(never)]
fn each<F: Fn(u32) -> isize>(call: F) -> isize {
    (2..4).map(|depth| call(depth)).sum()
}

fn main() {
    let mut config = Config { fds: [0; 2] };

    unsafe { pipe(config.fds.as_mut_ptr()) };
    std::process::exit(each(|depth| config.load(depth)) as i32);
}
