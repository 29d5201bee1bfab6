const [, , name, drainMs = "0"] = process.argv;

process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
  process.on(signal, () =>
    setTimeout(() => {
      console.log(`${name} stopped`);
      process.exit(0);
    }, Number(drainMs)),
  );
setInterval(() => {}, 1_000);
console.log(JSON.stringify({ name, pid: process.pid }));
process.send({ ready: { name } });
