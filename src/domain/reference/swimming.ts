const OPEN_WATER_SWIMMING = 16

/** Whether a sport is swimming, where paces are of 100 metres. */
export const isSwimming = (sportId: number): boolean => sportId === OPEN_WATER_SWIMMING
