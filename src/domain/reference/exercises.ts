/** Categories of exercises by their number in the FIT profile (`exercise_category`). */
export const EXERCISES = [
  ...(['bench_press', 'calf_raise', 'cardio', 'carry', 'chop', 'core', 'crunch', 'curl'] as const),
  ...(['deadlift', 'flye', 'hip_raise', 'hip_stability', 'hip_swing', 'hyperextension'] as const),
  ...(['lateral_raise', 'leg_curl', 'leg_raise', 'lunge', 'olympic_lift', 'plank'] as const),
  ...(['plyometrics', 'pull_up', 'push_up', 'row', 'shoulder_press'] as const),
  ...(['shoulder_stability', 'shrug', 'sit_up', 'squat', 'total_body'] as const),
  ...(['triceps_extension', 'warm_up', 'run'] as const),
] as const

export type Exercise = (typeof EXERCISES)[number]
