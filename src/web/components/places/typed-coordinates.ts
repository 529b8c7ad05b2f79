/** Converts entered coordinates to the API's format; undefined if they are invalid. */
export function typedCoordinates(text: string): string | undefined {
  const [, latitude, longitude] =
    /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const isPlace = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
  return isPlace ? `${latitude},${longitude}` : undefined
}
