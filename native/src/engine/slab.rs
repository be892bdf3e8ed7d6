//! A slab with stable, reusable indices.

/// Names a participant. The index is reused after it has left, the generation never is, so a name kept
/// by a thread that outlived its world finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pid {
    index: u32,
    generation: u32,
}

impl Pid {
    /// The name packed into one word.
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The inverse of [`Pid::to_bits`].
    pub fn from_bits(bits: u64) -> Pid {
        Pid {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// Values at stable indices.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    slots: Vec<Option<(u32, T)>>,
    free: Vec<u32>,
    len: usize,
    generation: u32,
}

impl<T> Slab<T> {
    pub fn new() -> Self {
        Slab {
            slots: Vec::new(),
            free: Vec::new(),
            len: 0,
            generation: 0,
        }
    }

    pub fn insert(&mut self, value: T) -> Pid {
        self.len += 1;
        self.generation = self.generation.wrapping_add(1);
        let generation = self.generation;
        let index = match self.free.pop() {
            Some(index) => {
                self.slots[index as usize] = Some((generation, value));
                index
            }
            None => {
                self.slots.push(Some((generation, value)));
                (self.slots.len() - 1) as u32
            }
        };
        Pid { index, generation }
    }

    pub fn remove(&mut self, pid: Pid) -> Option<T> {
        self.get(pid)?;
        let (_, value) = self.slots.get_mut(pid.index as usize)?.take()?;
        self.free.push(pid.index);
        self.len -= 1;
        Some(value)
    }

    pub fn get(&self, pid: Pid) -> Option<&T> {
        match self.slots.get(pid.index as usize)? {
            Some((generation, value)) if *generation == pid.generation => Some(value),
            _ => None,
        }
    }

    pub fn get_mut(&mut self, pid: Pid) -> Option<&mut T> {
        match self.slots.get_mut(pid.index as usize)? {
            Some((generation, value)) if *generation == pid.generation => Some(value),
            _ => None,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn iter(&self) -> impl Iterator<Item = (Pid, &T)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| {
            slot.as_ref().map(|(generation, value)| {
                (
                    Pid {
                        index: index as u32,
                        generation: *generation,
                    },
                    value,
                )
            })
        })
    }

    pub fn pids(&self) -> Vec<Pid> {
        self.iter().map(|(pid, _)| pid).collect()
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.free.clear();
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_stable_and_reused() {
        let mut slab = Slab::new();
        let (a, b) = (slab.insert('a'), slab.insert('b'));
        assert_eq!(slab.remove(a), Some('a'));
        assert_eq!(slab.remove(a), None);
        assert_eq!(slab.get(b), Some(&'b'));
        let c = slab.insert('c');
        assert_eq!((c.index, slab.get(a)), (a.index, None));
        assert_eq!(slab.len(), 2);
        assert_eq!(slab.iter().map(|(_, v)| *v).collect::<String>(), "cb");
    }
}
