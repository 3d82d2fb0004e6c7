/**
 * Loaded before a command's entry (`node --import`). Stops the command when the bootstrap that runs it ends, even by
 * SIGKILL.
 */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep the process running.
process.channel?.unref();
