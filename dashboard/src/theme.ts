import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#eaf8f6',
  '#d8ede9',
  '#aedbd3',
  '#80c8bd',
  '#5bb8aa',
  '#43ae9e',
  '#349a8b',
  '#1f8374',
  '#0e6b61',
  '#09564e',
];

export const theme = createTheme({
  // Without this, a dialog still moves in under reduced motion, half of it by inline styles that no stylesheet can
  // override.
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  colors: { teal },
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem' },
      h3: { fontSize: '0.875rem' },
      h4: { fontSize: '0.875rem' },
    },
  },
  components: {
    // Mantine's own size is 12 px.
    InputWrapper: { styles: { error: { fontSize: '0.8125rem' } } },
    // A dialog's head is a <header>, which would be a second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // ARIA permits only items in a menu, and no placeholder that takes the focus. Outside of the portal the menu is in
    // its button's landmark.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
  },
});

/** Mantine's grey for dimmed text has a contrast of 3.3:1 on white. WCAG AA requires 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6472',
    '--mantine-color-placeholder': '#687280',
    '--mantine-color-error': '#c2252c',
    '--mantine-color-anchor': '#0a6157',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b3bd',
    '--mantine-color-placeholder': '#8d97a3',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#63c7b8',
    '--mantine-color-body': '#15181c',
  },
});
