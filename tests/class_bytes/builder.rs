//! A class-file writer small enough to be read at a glance, independent of the code under test.

/// Writes a class whose constants are added one by one.
pub struct Builder {
    pool: Vec<u8>,
    count: u16,
}

impl Builder {
    pub fn new() -> Self {
        Builder {
            pool: Vec::new(),
            count: 1,
        }
    }

    fn add(&mut self, tag: u8, data: &[u8], slots: u16) -> u16 {
        let index = self.count;
        self.pool.push(tag);
        self.pool.extend_from_slice(data);
        self.count += slots;
        index
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut data = (text.len() as u16).to_be_bytes().to_vec();
        data.extend_from_slice(text.as_bytes());
        self.add(1, &data, 1)
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.add(5, &value.to_be_bytes(), 2)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(7, &name.to_be_bytes(), 1)
    }

    pub fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let [a, b] = first.to_be_bytes();
        let [c, d] = second.to_be_bytes();
        self.add(tag, &[a, b, c, d], 1)
    }

    /// A member reference of the given tag.
    pub fn member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> u16 {
        let owner = self.class(owner);
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, owner, name_and_type)
    }

    pub fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> u16 {
        self.member(10, owner, name, descriptor)
    }

    /// The bare pool, as JVMTI hands it out.
    pub fn pool(&self) -> (&[u8], u16) {
        (&self.pool, self.count)
    }

    /// Fills the pool up with Utf8 constants until its count is `count`.
    pub fn fill_to(&mut self, count: u16) {
        while self.count < count {
            self.utf8("");
        }
    }

    /// The class `this` with these constants, no fields, methods or attributes.
    pub fn finish(mut self, this: &str) -> Vec<u8> {
        let this = self.class(this);
        self.finish_as(this)
    }

    /// The same with a given this_class index.
    pub fn finish_as(self, this: u16) -> Vec<u8> {
        let mut class = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61];
        class.extend_from_slice(&self.count.to_be_bytes());
        class.extend_from_slice(&self.pool);
        class.extend_from_slice(&[0, 0x21]);
        class.extend_from_slice(&this.to_be_bytes());
        class.extend_from_slice(&[0; 10]);
        class
    }
}
