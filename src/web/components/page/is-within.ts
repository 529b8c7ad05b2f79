/** Whether a path is one of `paths`, or below one. */
export const isWithin = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}/`))
