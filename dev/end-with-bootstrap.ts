/**
 * Loaded before a command's entry (`node --import`): the command is asked to stop when the bootstrap that runs
 * it is gone, SIGKILL included, because nobody could stop it any more.
 */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone keeps no process running.
process.channel?.unref();
