const PATIENCE_MS = 2000;

/** Whether a question is answered, without an error, in time (two seconds unless told otherwise). Never rejects. */
export async function answersInTime(ask: () => Promise<unknown>, withinMs = PATIENCE_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, withinMs);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => {
    clearTimeout(timer);
  });
}
