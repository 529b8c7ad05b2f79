/** Maximum photos of a workout. */
export const MAX_PHOTOS = 50

/** Maximum characters of the description of a photo. */
export const MAX_DESCRIPTION = 1500
