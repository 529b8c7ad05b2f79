/** Interim shapes. */
export type WorkoutRecord = {
  id: number
  record_type: string
  sport_id: number
  user: string
  value: number | string
  workout_date: string
  workout_id: string
}
export type Segment = {
  segment_id: string
  segment_number: number
  distance: number | null
  duration: string
  moving: string | null
  ave_speed: number | null
  ave_pace: string | null
  ascent: number | null
  descent: number | null
  ave_hr: number | null
}
export type Workout = {
  id: string
  sport_id: number
  title: string | null
  description?: string | null
  notes: string | null
  user: { username: string }
  workout_date: string
  distance: number | null
  duration: string | null
  moving: string | null
  pauses: string | null
  ave_speed: number | null
  max_speed: number | null
  ave_pace: string | null
  best_pace: string | null
  ascent: number | null
  descent: number | null
  min_alt: number | null
  max_alt: number | null
  ave_cadence: number | null
  max_cadence: number | null
  ave_hr: number | null
  max_hr: number | null
  ave_power: number | null
  max_power: number | null
  calories: number | null
  source: string | null
  records: WorkoutRecord[]
  segments: Segment[]
  bounds: number[]
  with_file: boolean
  with_analysis: boolean
  with_geometry?: boolean
  original_file?: string | null
  previous_workout: string | null
  next_workout: string | null
}
export type Pagination = {
  has_next: boolean
  has_prev: boolean
  page: number
  pages: number
  total: number
}
export type ChartPoint = {
  distance: number
  duration: number
  latitude: number
  longitude: number
  time: string
  elevation?: number
  speed?: number
  pace?: number | null
  cadence?: number | null
  power?: number | null
  hr?: number | null
}
export type Sport = {
  id: number
  label: string
  color: string | null
  is_active: boolean
  is_active_for_user: boolean
}
export type Profile = {
  username: string
  email: string
  language: string
  timezone: string
  date_format: string
  imperial_units: boolean
  start_elevation_at_zero: boolean
  use_dark_mode: boolean | null
  display_ascent: boolean
  nb_workouts: number
  nb_sports: number
  total_distance: number
  total_duration: string
  total_ascent: number
  records: WorkoutRecord[]
}
export type Config = {
  about: string | null
  admin_contact: string | null
  is_email_sending_enabled: boolean
  is_registration_enabled: boolean
  map_attribution: string
  max_single_file_size: number
  max_zip_file_size: number
  version: string
  server_version?: string
  privacy_policy: string | null
}
