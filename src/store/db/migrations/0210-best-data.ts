/**
 * Efforts and intensity are computed from the distances of the device or over ground, and from smoothed elevations.
 * Stored ones of earlier versions are computed again in the background, from the stored points.
 */
export const bestData = ['update workouts set is_analysed = 0 where original_file is not null']
