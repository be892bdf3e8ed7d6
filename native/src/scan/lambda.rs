//! Bootstrap methods: what method handles a constant leads to, and whose text a lambda stands in.

use std::collections::{HashMap, HashSet};

use crate::classfile::{
    ACC_SYNTHETIC, Attributes, Class, Code, Error, Pool, opcode, tag, u8_at, u16_at,
};

/// How many constants are followed from one bootstrap method. Dynamic constants may nest and share
/// arguments without end; no compiler comes near this.
const MAX_STEPS: usize = 4096;

/// The BootstrapMethods attribute: the static arguments of each.
#[derive(Debug, Default)]
pub struct Bootstraps {
    arguments: Vec<Vec<u16>>,
    /// The members that the arguments lead to, once they were asked for.
    targets: Vec<Option<Vec<u16>>>,
}

impl Bootstraps {
    /// Reads the attribute from those of a class.
    ///
    /// # Errors
    /// The class is malformed.
    pub fn read(attributes: &Attributes<'_>, pool: &Pool<'_>) -> Result<Self, Error> {
        let Some(attribute) = attributes.clone().find(pool, b"BootstrapMethods")? else {
            return Ok(Bootstraps::default());
        };
        let data = attribute.data;
        let mut arguments = Vec::new();
        let mut at = 2;
        for _ in 0..u16_at(data, 0)? {
            let count = usize::from(u16_at(data, at + 2)?);
            let list = (0..count).map(|number| u16_at(data, at + 4 + number * 2));
            arguments.push(list.collect::<Result<_, _>>()?);
            at += 4 + count * 2;
        }
        let targets = vec![None; arguments.len()];
        Ok(Bootstraps { arguments, targets })
    }

    /// The members that a constant refers to: the target of a MethodHandle, or of the method handles
    /// among the arguments of an InvokeDynamic or Dynamic, those of dynamic arguments included. Each
    /// is named once.
    ///
    /// # Errors
    /// The class is malformed.
    pub fn targets(&mut self, pool: &Pool<'_>, constant: u16) -> Result<Vec<u16>, Error> {
        match pool.tag(constant) {
            Some(tag::METHOD_HANDLE) => Ok(vec![pool.method_handle(constant)?.1]),
            Some(tag::DYNAMIC | tag::INVOKE_DYNAMIC) => {
                let number = usize::from(pool.bootstrap(constant)?);
                match self.targets.get(number) {
                    None => Ok(Vec::new()),
                    Some(Some(known)) => Ok(known.clone()),
                    Some(None) => {
                        let found = self.follow(pool, number)?;
                        if let Some(slot) = self.targets.get_mut(number) {
                            *slot = Some(found.clone());
                        }
                        Ok(found)
                    }
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    fn follow(&self, pool: &Pool<'_>, number: usize) -> Result<Vec<u16>, Error> {
        let arguments = |number: usize| {
            self.arguments
                .get(number)
                .map(Vec::as_slice)
                .unwrap_or_default()
        };
        let mut targets = Vec::new();
        let mut open: Vec<u16> = arguments(number).iter().rev().copied().collect();
        for _ in 0..MAX_STEPS {
            let Some(constant) = open.pop() else { break };
            match pool.tag(constant) {
                Some(tag::METHOD_HANDLE) => {
                    let (_, target) = pool.method_handle(constant)?;
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
                Some(tag::DYNAMIC) if open.len() < MAX_STEPS => {
                    open.extend(
                        arguments(usize::from(pool.bootstrap(constant)?))
                            .iter()
                            .rev(),
                    );
                }
                _ => {}
            }
        }
        Ok(targets)
    }
}

/// The bodies of lambdas: synthetic methods that a bootstrap argument of their own class points at.
#[derive(Debug, Default)]
pub struct Bodies {
    /// Per method of the class: the method in which its lambda is written.
    parents: Vec<Option<u16>>,
    names: Vec<Vec<u8>>,
}

impl Bodies {
    /// Finds them.
    ///
    /// # Errors
    /// The class is malformed.
    pub fn find(
        class: &Class<'_>,
        bytes: &[u8],
        pool: &Pool<'_>,
        this: &[u8],
        bootstraps: &mut Bootstraps,
    ) -> Result<Self, Error> {
        let mut bodies = Bodies::default();
        if bootstraps.arguments.is_empty() {
            return Ok(bodies);
        }
        let mut synthetic: HashMap<(&[u8], &[u8]), u16> = HashMap::new();
        let mut methods = class.methods()?;
        while let Some(method) = methods.try_next()? {
            let name = pool.utf8(method.name)?;
            if method.access & ACC_SYNTHETIC != 0 {
                synthetic.insert(
                    (name, pool.utf8(method.descriptor)?),
                    bodies.names.len() as u16,
                );
            }
            bodies.names.push(name.to_vec());
        }
        bodies.parents = vec![None; bodies.names.len()];
        if synthetic.is_empty() {
            return Ok(bodies);
        }
        let mut seen = HashSet::new();
        let mut methods = class.methods()?;
        let mut number = 0_u16;
        while let Some(method) = methods.try_next()? {
            if let Some(attribute) = method.attributes.find(pool, b"Code")? {
                let code = Code::new(bytes, &attribute)?;
                let mut instructions = code.instructions();
                while let Some(instruction) = instructions.try_next()? {
                    let constant = match instruction.opcode {
                        opcode::INVOKEDYNAMIC | opcode::LDC_W | opcode::LDC2_W => {
                            u16_at(bytes, instruction.at + 1)?
                        }
                        opcode::LDC => u16::from(u8_at(bytes, instruction.at + 1)?),
                        _ => continue,
                    };
                    // A body belongs to the first place that names it.
                    if !seen.insert(constant) {
                        continue;
                    }
                    for target in bootstraps.targets(pool, constant)? {
                        let member = pool.member(target)?;
                        if member.owner == this
                            && let Some(&body) = synthetic.get(&(member.name, member.descriptor))
                            && body != number
                            && let Some(parent) = bodies.parents.get_mut(usize::from(body))
                        {
                            parent.get_or_insert(number);
                        }
                    }
                }
            }
            number = number.saturating_add(1);
        }
        Ok(bodies)
    }

    /// For a lambda's body: the name of the method in which the (outermost) lambda is written.
    #[must_use]
    pub fn within(&self, method: u16) -> Option<Vec<u8>> {
        let parent = |method: u16| self.parents.get(usize::from(method)).copied().flatten();
        let mut outer = parent(method)?;
        // A chain longer than there are methods is a loop.
        for _ in 0..self.parents.len() {
            match parent(outer) {
                Some(next) => outer = next,
                None => return self.names.get(usize::from(outer)).cloned(),
            }
        }
        None
    }
}
