const KEY = 'milepost.sport'

/** The sport of the last upload on this device, or null. */
export function rememberedSport(): number | null {
  const id = Number(localStorage.getItem(KEY))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Keeps a sport for the next upload on this device. */
export function rememberSport(sportId: number): void {
  localStorage.setItem(KEY, String(sportId))
}
