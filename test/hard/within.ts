/**
 * Waits for `work`, but no longer than this many milliseconds: a server that hangs fails its attack and not the whole
 * run. @throws Error with a description of what took too long.
 */
export async function within<Result>(
  what: string,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const error = new Error(`${what} took longer than ${milliseconds / 1000} s`)
  const timer = setTimeout(() => reject(error), milliseconds)
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
