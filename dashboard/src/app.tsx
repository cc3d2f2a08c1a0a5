import '@mantine/core/styles.css';
import { MantineProvider, Title } from '@mantine/core';
import { nonce } from './page.ts';
import { theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Title>Dashboard</Title>
    </MantineProvider>
  );
}
