import type { FileProblem } from './statement-line.ts';

/** Ends the reading of a file: what follows cannot be read. `read-file.ts` turns it into a problem. */
export class Unreadable extends Error {
  readonly line: number | null;
  readonly field: string | null;

  constructor(problem: string, line: number | null = null, field: string | null = null) {
    super(problem);
    this.line = line;
    this.field = field;
  }

  get problem(): FileProblem {
    return { line: this.line, field: this.field, problem: this.message };
  }
}
