const MICROSECONDS = 1e6

/** Formats microseconds since the Unix epoch as `2024-06-01T08:00:00Z`, with a fraction only if it is not zero. */
export function isoUtcText(time: number): string {
  return `${wholeSeconds(time)}${fraction(time)}Z`
}

/** Formats microseconds since the Unix epoch as `2024-06-01 08:00:00+00:00`, with a fraction only if it is not zero. */
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
