const MICROSECONDS = 1e6

/** `2024-06-01T08:00:00Z` from microseconds since the Unix epoch; a fraction only when there is one. */
export function isoUtcText(time: number): string {
  return `${wholeSeconds(time)}${fraction(time)}Z`
}

/** `2024-06-01 08:00:00+00:00` from microseconds since the Unix epoch; a fraction only when there is one. */
export function spacedUtcText(time: number): string {
  return `${wholeSeconds(time).replace('T', ' ')}${fraction(time)}+00:00`
}

function wholeSeconds(time: number): string {
  return new Date(Math.floor(time / MICROSECONDS) * 1000).toISOString().slice(0, 19)
}

function fraction(time: number): string {
  const microseconds = time - Math.floor(time / MICROSECONDS) * MICROSECONDS
  return microseconds === 0 ? '' : `.${String(microseconds).padStart(6, '0')}`
}
