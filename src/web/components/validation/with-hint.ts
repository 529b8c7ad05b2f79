/**
 * The properties of a field with a hint. An error takes the place of the hint, because most errors repeat it: screen
 * readers would read both.
 */
export const withHint = <Props extends { error?: unknown }>(props: Props, hint: string) =>
  props.error ? props : { ...props, description: hint }
