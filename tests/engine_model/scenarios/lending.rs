//! A thread outside the world that works on an answer.

use super::*;

#[test]
fn time_stands_still_while_an_outsider_works_for_the_world() {
    explore(|| {
        run(auto(), |main| {
            let [asked, answered, done] = [(); 3].map(|()| Arc::new(Mutex::new(false)));
            let opener = main.me.clone();
            let (question, answer, over) = (asked.clone(), answered.clone(), done.clone());
            let outsider = main.start_outside(9, move |me| {
                while !*question.lock().unwrap() {
                    me.park_outside();
                }
                shuttle::thread::yield_now();
                *answer.lock().unwrap() = true;
                me.unpark(&opener);
                while !*over.lock().unwrap() {
                    me.park_outside();
                }
            });
            main.start(2, |me| {
                me.sleep(3).unwrap();
            });
            *asked.lock().unwrap() = true;
            main.unpark(&outsider);
            while !*answered.lock().unwrap() {
                main.park(Until::Never);
            }
            assert_eq!(main.now(), 0);
            // By somebody who is not in the world either.
            *done.lock().unwrap() = true;
            outsider.parker.give();
        });
    });
}
