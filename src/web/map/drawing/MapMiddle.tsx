import classes from './MapMiddle.module.css'

/** A cross in the middle of a map. */
export const MapMiddle = () => <span className={classes.middle} aria-hidden />
