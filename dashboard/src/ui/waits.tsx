import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A line that says for whom a record waits, and until when. Without a style sheet of its own: it is in small pages. */
export const Waits = ({ children }: { children: ReactNode }) => (
  <Text mt="sm" mb="md" px="sm" py={8} size="sm" bg="var(--wait-soft)" style={border}>
    {children}
  </Text>
);

const border = { borderInlineStart: '3px solid var(--wait)' };
