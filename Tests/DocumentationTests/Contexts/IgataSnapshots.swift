import IgataSnapshots
import Testing
import XCTest

