const PATIENCE_MS = 2000;

/** Whether a question is answered, without an error, within two seconds. Never rejects. */
export async function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, PATIENCE_MS);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => {
    clearTimeout(timer);
  });
}
