/** Parses a number with a point or comma as decimal separator; NaN if it is malformed. */
export const parseNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))

/** Formats a number for an input field with at most three decimals; empty for null. */
export const formatFieldNumber = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 1000) / 1000)

/** Parses a duration typed as `H:MM` or `H:MM:SS`, with any number of hours, to seconds; NaN if it is malformed. */
export function parseTypedDuration(text: string): number {
  const [, hours, minutes, seconds = '0'] =
    /^(\d+):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text.trim()) ?? []
  return hours === undefined
    ? Number.NaN
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
