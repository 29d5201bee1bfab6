/** Further values of rows, such as a second number. Only rows that have one take memory. Rows are added in order. */
export class RowValues {
  private rows = new Uint32Array(16);
  private values = new Float64Array(16);
  count = 0;

  add(row: number, value: number) {
    if (this.count === this.rows.length) this.grow();
    this.rows[this.count] = row;
    this.values[this.count] = value;
    this.count += 1;
  }

  /** Values of a row, in the order in which they were added. */
  of(row: number): Float64Array {
    const from = this.firstFrom(row);
    let to = from;
    while (to < this.count && this.rows[to] === row) to += 1;
    return this.values.subarray(from, to);
  }

  *[Symbol.iterator](): Generator<readonly [row: number, value: number]> {
    for (let index = 0; index < this.count; index += 1) yield [this.rows[index] ?? 0, this.values[index] ?? 0];
  }

  private firstFrom(row: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow() {
    const [rows, values] = [new Uint32Array(this.count * 2), new Float64Array(this.count * 2)];
    rows.set(this.rows);
    values.set(this.values);
    this.rows = rows;
    this.values = values;
  }
}
