/** Formats a time (milliseconds since the Unix epoch) for file names: UTC to the second, without colons. */
export const formatFileStamp = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')
