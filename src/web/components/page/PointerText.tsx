import classes from './PointerText.module.css'

/** Different texts for mouse and touch devices, as files cannot be dropped by touch. */
export function PointerText({ mouse, touch }: { mouse: string; touch: string }) {
  return (
    <>
      <span className={classes.mouse}>{mouse}</span>
      <span className={classes.touch}>{touch}</span>
    </>
  )
}
