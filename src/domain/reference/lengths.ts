export const METRES_PER_KM = 1000
export const METRES_PER_MILE = 1609.344
/** International foot and yard, in metres. */
export const METRES_PER_FOOT = 0.3048
export const METRES_PER_YARD = 0.9144
