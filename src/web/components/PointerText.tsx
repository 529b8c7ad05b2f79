import classes from './PointerText.module.css'

/** Words for those with a mouse, and others for those with nothing but fingers, with which nothing is dropped. */
export function PointerText({ mouse, touch }: { mouse: string; touch: string }) {
  return (
    <>
      <span className={classes.mouse}>{mouse}</span>
      <span className={classes.touch}>{touch}</span>
    </>
  )
}
