import { getLabel, WORKOUT_COLORS } from './compared-series'
import classes from './WorkoutMark.module.css'

/** The letter of a workout, in its colour. */
export const WorkoutMark = ({ index }: { index: number }) => (
  <span className={classes.mark} style={{ background: `var(--mp-${WORKOUT_COLORS[index]})` }}>
    {getLabel(index)}
  </span>
)
