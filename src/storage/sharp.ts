/**
 * The image library: the only code that names it. Loaded when the first image is made, since it costs time and memory
 * that a process without images never needs; no operation is cached and each runs on one thread, so that memory stays
 * small beside many uploads.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
