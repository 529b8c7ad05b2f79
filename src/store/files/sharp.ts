/**
 * Loads the image library; no other module imports it. It is loaded on first use, because it costs time and memory that
 * a process without images does not need. Caching is off and each operation runs on one thread, which limits its memory
 * during uploads.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
