const probeMs = 8;

/** Notes how long this thread stands still; what it answers ends that and gives the longest time. */
export function watchThread() {
  let longestMs = 0;
  let isOver = false;
  const note = (ms: number) => {
    longestMs = Math.max(longestMs, ms);
  };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) note(duration);
  });
  observer.observe({ type: "longtask" });

  // Long tasks are told from 50 ms on; shorter stops show in how late a timer is.
  let dueMs = performance.now() + probeMs;
  const look = () => {
    const now = performance.now();
    note(now - dueMs);
    dueMs = now + probeMs;
    if (!isOver) setTimeout(look, probeMs);
  };
  setTimeout(look, probeMs);

  return () => {
    isOver = true;
    for (const { duration } of observer.takeRecords()) note(duration);
    note(performance.now() - dueMs);
    observer.disconnect();
    return longestMs;
  };
}
