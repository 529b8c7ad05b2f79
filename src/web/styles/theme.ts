import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eaf6f0',
  '#d3e9de',
  '#a8d5c0',
  '#7fcdae',
  '#5fcaa5',
  '#3ea380',
  '#258062',
  '#17624c',
  '#104b3a',
  '#0b3529',
]

const gray: MantineColorsTuple = [
  '#f2f5f3',
  '#e9eeeb',
  '#dbe3de',
  '#cbd6d0',
  '#bccac2',
  '#9aaca3',
  '#7a8d84',
  '#5a6b63',
  '#465850',
  '#2a3a34',
]

const dark: MantineColorsTuple = [
  '#d5dfda',
  '#aebdb6',
  '#8b9c94',
  '#5a6b63',
  '#3b4c45',
  '#25322d',
  '#18221e',
  '#0d1412',
  '#0a100e',
  '#070b0a',
]

/**
 * Mantine chooses one text colour on filled components for both schemes. Ours depends on the scheme: dark text on the
 * light green of the dark scheme.
 */
const readableOnAccent: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const onAccent = input.variant === 'filled' && (input.color ?? 'pine') === 'pine'
  return onAccent ? { ...colors, color: 'var(--mp-surface)' } : colors
}

/** Mantine's theme, based on the design tokens: colours and fonts are defined in `tokens.css`. */
export const theme = createTheme({
  fontFamily: 'var(--mp-font)',
  headings: { fontFamily: 'var(--mp-font)', fontWeight: '600' },
  colors: { pine, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: readableOnAccent,
  defaultRadius: 'md',
  radius: { sm: '6px', md: '10px', lg: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Dropdowns are rendered next to their field, so that they also work inside dialogs. They scroll natively.
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--mp-ground)',
  '--mantine-color-text': 'var(--mp-ink)',
  '--mantine-color-dimmed': 'var(--mp-ink-soft)',
  '--mantine-color-placeholder': 'var(--mp-ink-faint)',
  '--mantine-color-default': 'var(--mp-surface)',
  '--mantine-color-default-hover': 'var(--mp-sunken)',
  '--mantine-color-default-color': 'var(--mp-ink)',
  '--mantine-color-default-border': 'var(--mp-line-strong)',
  '--mantine-color-anchor': 'var(--mp-accent)',
  '--mantine-color-error': 'var(--mp-signal-ink)',
  '--mantine-color-disabled': 'var(--mp-sunken)',
  '--mantine-color-disabled-color': 'var(--mp-ink-faint)',
  '--mantine-color-disabled-border': 'var(--mp-line)',
}

/** Maps Mantine's colour variables to the design tokens, so that both schemes are defined in one file. */
export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
})
