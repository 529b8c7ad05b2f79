/** An elevation service failed or answered something unusable; the message says which and how. */
export class ElevationServiceError extends Error {
  override name = 'ElevationServiceError'
}
