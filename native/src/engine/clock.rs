//! Virtual time: nanoseconds since the world was opened, and the wall clock laid over them.

/// Virtual nanoseconds since the world was opened. 128 bits, since a world may live longer than the
/// 292 years of 64.
pub type Nanos = i128;

/// The deadline of a wait without a timeout.
pub const NEVER: Nanos = Nanos::MAX;

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// A wall-clock instant as nanoseconds since 1970-01-01T00:00:00Z, negative before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wall(pub i128);

impl Wall {
    /// From whole seconds since the epoch and the nanoseconds of the second.
    pub fn new(seconds: i64, nanos: u32) -> Wall {
        Wall(i128::from(seconds) * NANOS_PER_SECOND + i128::from(nanos))
    }

    /// Seconds since the epoch, floored.
    pub fn seconds(self) -> i64 {
        self.split(NANOS_PER_SECOND as i64).0
    }

    /// Nanoseconds of the second, 0..1_000_000_000 also before 1970.
    pub fn nanos(self) -> u32 {
        self.split(NANOS_PER_SECOND as i64).1 as u32
    }

    /// Milliseconds since the epoch, floored as `Instant.toEpochMilli` does.
    pub fn millis(self) -> i64 {
        self.split(1_000_000).0
    }

    /// Floored quotient and remainder. Between 1678 and 2262 in 64 bits: every event of a world divides
    /// here, and a division of 128 bits takes some thirty times as long.
    fn split(self, by: i64) -> (i64, i64) {
        match i64::try_from(self.0) {
            Ok(nanos) => (nanos.div_euclid(by), nanos.rem_euclid(by)),
            Err(_) => {
                let by = i128::from(by);
                (clamp(self.0.div_euclid(by)), self.0.rem_euclid(by) as i64)
            }
        }
    }
}

fn clamp(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// The clock of one world. Both readings move together; the wall can also be stepped alone.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    now: Nanos,
    /// What `System.nanoTime` reads at time 0 of the world.
    nano_base: i64,
    /// The wall clock at time 0 of the world; moved by [`Clock::set_wall`].
    wall_base: Wall,
}

impl Clock {
    /// A clock at time 0.
    pub fn new(nano_base: i64, wall: Wall) -> Clock {
        Clock {
            now: 0,
            nano_base,
            wall_base: wall,
        }
    }

    /// Time since the world was opened.
    pub fn now(&self) -> Nanos {
        self.now
    }

    /// What `System.nanoTime` reads now. Wraps past 2^63 as the JDK's may.
    pub fn nano_time(&self) -> i64 {
        self.nano_base.wrapping_add(self.now as i64)
    }

    /// The wall clock now.
    pub fn wall(&self) -> Wall {
        Wall(self.wall_base.0.saturating_add(self.now))
    }

    /// The virtual time at which the wall clock reads `wall`, as it stands now.
    pub fn at_wall(&self, wall: Wall) -> Nanos {
        wall.0.saturating_sub(self.wall_base.0)
    }

    /// Steps the wall clock without moving time.
    pub fn set_wall(&mut self, wall: Wall) {
        self.wall_base = Wall(wall.0.saturating_sub(self.now));
    }

    /// Moves on; a time in the past leaves the clock where it is.
    pub(crate) fn move_to(&mut self, to: Nanos) {
        if to > self.now {
            self.now = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millis_are_floored_before_1970() {
        let wall = Wall(-1);
        assert_eq!(
            (wall.seconds(), wall.nanos(), wall.millis()),
            (-1, 999_999_999, -1)
        );
        assert_eq!(Wall::new(-1, 999_999_999), wall);
    }

    #[test]
    fn far_instants_split_like_near_ones() {
        let far = Wall::new(253_402_300_799, 999_999_999);
        assert_eq!(
            (far.seconds(), far.nanos(), far.millis()),
            (253_402_300_799, 999_999_999, 253_402_300_799_999)
        );
        let past = Wall::new(-62_135_596_800, 1);
        assert_eq!(
            (past.seconds(), past.nanos(), past.millis()),
            (-62_135_596_800, 1, -62_135_596_800_000)
        );
    }

    #[test]
    fn a_wall_step_moves_neither_now_nor_nano_time() {
        let mut clock = Clock::new(5, Wall::new(100, 0));
        clock.move_to(7);
        clock.set_wall(Wall::new(3, 1));
        assert_eq!((clock.now(), clock.nano_time()), (7, 12));
        assert_eq!(clock.wall(), Wall::new(3, 1));
        clock.move_to(8);
        assert_eq!(clock.wall(), Wall::new(3, 2));
        assert_eq!(clock.at_wall(Wall::new(3, 2)), 8);
    }

    #[test]
    fn time_never_goes_back() {
        let mut clock = Clock::new(0, Wall(0));
        clock.move_to(9);
        clock.move_to(3);
        assert_eq!(clock.now(), 9);
    }
}
