CREATE TABLE `puzzles` (
  `id` int(11) NOT NULL,
  `givens` char(81) DEFAULT NULL,
  PRIMARY KEY (`id`)
);
create table boards (id INT, givens CHAR(81), rating REAL);
INSERT INTO `puzzles` VALUES (1,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',2.5);
INSERT INTO `puzzles` VALUES (2,'8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',9.1),(3,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.',3.0);
